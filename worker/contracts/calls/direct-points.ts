/** Result points of the directs that a list's filters leave. Of a person (`person_id`): their share, as designer and as checker. */
export interface DirectPoints {
  directs: number;
  design_points: number;
  check_points: number;
  total: number;
}

/**
 * Result points of the directs that a list's filters leave, of those who designed and checked them. Of a person (`person_id`): their share, as
 * designer and as checker.
 */
export interface DirectPoints {
  directs: number;
  design_points: number;
  check_points: number;
  total: number;
  /** Points that count for nobody, and in no total: of jobs without a designer or without a checker. */
  unassigned: number;
}

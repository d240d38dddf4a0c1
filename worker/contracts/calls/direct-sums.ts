/**
 * Sums over the directs that a list's filters leave: points and minutes of those who designed and checked them. Of a person or several (`person_id`,
 * `person_ids`): their share, as designer and as checker; floor area and difficulty of what they designed.
 */
export interface DirectSums {
  directs: number;
  design_points: number;
  check_points: number;
  total: number;
  /** Points that count for nobody, and in no total: of jobs without a designer or without a checker. */
  unassigned: number;
  standard_design_points: number;
  standard_check_points: number;
  design_minutes: number;
  check_minutes: number;
  tsubo: number;
  difficulty: number;
}

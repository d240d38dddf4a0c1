/** The fields that name a record of an entity in pickers, headings and notices. */
export interface Title {
  field: string;
  /** A second, quieter field such as a code. */
  hint?: string;
  /** Parameter that searches records by what a person types. */
  search: string;
}

const NAME: Title = { field: 'name', search: 'name__~' };

export const TITLES: Readonly<Record<string, Title>> = {
  users: { ...NAME, hint: 'code' },
  roles: NAME,
  positions: NAME,
  companies: NAME,
  departments: { ...NAME },
  department_groups: { field: 'group_name', search: 'group_name__~' },
  customers: { ...NAME, hint: 'code' },
  'work-categories': { field: 'work_name', search: 'work_name__~' },
  directs: { ...NAME, hint: 'bukkenmei' },
  directs_techousei: { ...NAME, hint: 'bukkenmei' },
  'formula-base-points': { field: 'scale_code', search: 'scale_code__~' },
  'formula-results': { field: 'scale_code', search: 'scale_code__~' },
  contractors: { ...NAME },
  constructions: NAME,
  standards: { field: 'scale_code', search: 'scale_code__~' },
  tsubos: { field: 'scale_factor_code', hint: 'description', search: 'scale_factor_code__~' },
  pro_point: { field: 'point', hint: 'desc', search: 'desc__~' },
  indirect_note: { field: 'content', search: 'content__~' },
  pro: { field: 'rate_at', search: 'users__name__~' },
  indirects: { field: 'rate_at', search: 'users__name__~' },
  mistakes: { field: 'mistake', search: 'mistake__~' },
};

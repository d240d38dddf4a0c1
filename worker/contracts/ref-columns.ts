/** What follows from the records that a write points to is worked out from these columns of theirs, by entity; of any other only the id is read. */
const REF_COLUMNS = {
  users: ['name', 'department_id', 'dept_grp_id'],
  customers: ['name'],
  'work-categories': ['work_name'],
  department_groups: ['dept_id'],
  companies: ['name'],
} as const;

type RefColumn = (typeof REF_COLUMNS)[keyof typeof REF_COLUMNS][number];

/** A record that a write points to. */
export type RefRow = { readonly id: number } & Readonly<Partial<Record<RefColumn, unknown>>>;

/** The columns of a `RefRow`, the id first. */
export function listRefColumns(entity: string): readonly string[] {
  return ['id', ...(REF_COLUMNS[entity as keyof typeof REF_COLUMNS] ?? [])];
}

/** The record whose columns are in the cells, in the order of `listRefColumns`; further cells are left out. */
export function readRefRow(entity: string, cells: readonly unknown[]): RefRow {
  return Object.fromEntries(listRefColumns(entity).map((name, index) => [name, cells[index]])) as RefRow;
}

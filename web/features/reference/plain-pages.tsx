import type { EntityContract } from '#contracts/contract.ts';
import { constructions } from '#contracts/entities/constructions.ts';
import { contractors } from '#contracts/entities/contractors.ts';
import { departmentGroups } from '#contracts/entities/department_groups.ts';
import { departments } from '#contracts/entities/departments.ts';
import { indirectNote } from '#contracts/entities/indirect_note.ts';
import { companies, positions } from '#contracts/entities/lookups.ts';
import { proPoint } from '#contracts/entities/pro_point.ts';
import { workCategories } from '#contracts/entities/work-categories.ts';
import { FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { ListPage, type ListPageProps } from '../../crud/list/list-page.tsx';
import { ColumnsTool } from '../../crud/list/list-tools.tsx';

interface PlainOptions {
  list?: Omit<ListPageProps, 'contract'>;
  /** Of the form, in another order than the contract's. */
  fields?: readonly string[];
  afterUpdate?: 'stay';
}

/** The list and the form of an entity whose form is its fields, one below the other. */
function plain(contract: EntityContract, { list, fields = Object.keys(contract.fields), ...form }: PlainOptions = {}) {
  return {
    list: () => <ListPage contract={contract} {...list} />,
    form: () => (
      <FormPage contract={contract} {...form}>
        <FormSection fields={fields} />
      </FormPage>
    ),
  };
}

export const PLAIN_PAGES = {
  positions: plain(positions),
  companies: plain(companies),
  departments: plain(departments),
  department_groups: plain(departmentGroups, {
    list: { tools: <ColumnsTool /> },
    fields: ['group_name', 'dept_id', 'note'],
    afterUpdate: 'stay',
  }),
  'work-categories': plain(workCategories),
  contractors: plain(contractors),
  constructions: plain(constructions),
  pro_point: plain(proPoint, { list: { start: { limit: 50 } } }),
  indirect_note: plain(indirectNote),
};

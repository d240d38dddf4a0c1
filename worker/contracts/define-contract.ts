import type { TextForm } from '../platform/text/text-forms.ts';
import { type ColumnPlan, deriveColumns } from './columns.ts';
import type { Contract, EntityContract, Filter } from './contract.ts';
import { fieldFilters, fieldSorts, findFilter, relatedSorts, searchFilter } from './field-filters.ts';
import type { Fields } from './fields.ts';
import type { Text } from './text.ts';

type Name<F extends Fields> = keyof F & string;

/** What an entity declares; the rest follows from its fields. */
interface Declaration<F extends Fields>
  extends Pick<EntityContract<F>, 'name' | 'label' | 'fields' | 'path' | 'navGroup' | 'order' | 'access' | 'createdInPickers'> {
  readonly title: { readonly field: Name<F>; readonly hint?: Name<F> | `${string}.${string}` };
  /** Where it differs from the label. */
  readonly pageTitle?: Text;
  readonly relations?: Contract['relations'];
  /** Every readable field is a column, unless excluded here. */
  readonly columns?: ColumnPlan<Name<F>>;
  /** Filters beside those that every indexed field has. */
  readonly filters?: Contract['filters'];
  /** Fields that a long list can neither be filtered nor sorted by, because no index helps. */
  readonly unindexed?: readonly Name<F>[];
  /** Fields that can be filtered, but not sorted by. */
  readonly unsorted?: readonly Name<F>[];
  readonly dated?: Name<F>;
  readonly unique?: readonly (readonly (Name<F> | `${Name<F>}_${TextForm}`)[])[];
  readonly versions?: EntityContract['versions'];
  readonly summed?: readonly Name<F>[];
}

/** Declares an entity; the compiler keeps the names of the fields. */
export function defineContract<const F extends Fields>(declared: Declaration<F>): EntityContract<F> {
  const { title, columns, filters, unindexed = [], unsorted = [], relations = {}, dated, versions, ...rest } = declared;
  const { fields, label } = declared;
  const listed: Fields = Object.fromEntries(Object.entries(fields).filter(([name]) => !unindexed.includes(name)));
  const shown = deriveColumns(fields, relations, columns);
  return {
    ...rest,
    pageTitle: declared.pageTitle ?? label,
    title,
    relations,
    columns: shown,
    filters: {
      ids: IDS,
      ...findFilter(fields, relations, title),
      ...searchFilter(fields, relations, shown),
      ...fieldFilters(listed),
      ...(dated && dateRange(dated)),
      ...(versions && { [AS_OF]: { field: 'valid_from', op: 'in_force', kind: 'month', rule: versions } as const }),
      ...filters,
    },
    sorts: [...fieldSorts(listed).filter((name) => !unsorted.includes(name)), ...relatedSorts(shown, relations)],
    ...(dated && { dated }),
    ...(versions && { versions }),
  };
}

/** The records of these ids, `1,2,3`: used by pickers that show several. */
const IDS: Filter = { field: 'id', op: 'in', kind: 'refs' };

/** Parameter of a list of rules: the month whose versions it shows, or all; the present month where neither it nor `ids` is given. */
export const AS_OF = 'as_of';

/** The inclusive date range on the record's own date. */
function dateRange(field: string): Record<string, Filter> {
  return {
    exc_start_time: { field, op: 'from', kind: 'date' },
    exc_end_time: { field, op: 'until', kind: 'date' },
  };
}

import { defineList } from '../contract.ts';
import { text } from '../fields.ts';
import { ADMIN, STAFF } from '../roles.ts';
import { TOTALS_EXPRESSIONS, validFrom } from '../rule-tables.ts';

/** The rows behind the calls: an expression and the month from which it counts. They are written, recorded, tried and undone as those of every rule. */
export const totalsExpressions = defineList({
  name: TOTALS_EXPRESSIONS.table,
  label: { vi: 'Công thức tổng hợp', en: 'Totals expressions' },
  fields: {
    key: text({ vi: 'Tổng', en: 'Total' }, { required: true }),
    expression: text({ vi: 'Công thức', en: 'Expression' }, { required: true, max: 1000 }),
    valid_from: validFrom,
  },
  ...{ relations: {}, columns: [], filters: {}, sorts: [] },
  order: 'id ASC',
  unique: [['key', 'valid_from']],
  versions: TOTALS_EXPRESSIONS,
  access: { list: STAFF, get: STAFF, create: ADMIN, update: ADMIN, delete: ADMIN },
});

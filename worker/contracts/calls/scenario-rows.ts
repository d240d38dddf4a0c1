import { defineList } from '../contract.ts';
import { integer, text } from '../fields.ts';
import { ADMIN } from '../roles.ts';
import { validFrom } from '../rule-tables.ts';

/** The rows in which scenarios differ, behind the calls under `X-Scenario`: they are recorded and undone as those of every entity. */
export const scenarioRows = defineList({
  name: 'rule_scenario_rows',
  label: { vi: 'Quy tắc trong phương án', en: 'Rule in a scenario' },
  fields: {
    scenario_id: integer({ vi: 'Phương án', en: 'Scenario' }, { required: true }),
    entity: text({ vi: 'Bảng', en: 'Table' }, { required: true }),
    row_id: integer({ vi: 'Dòng', en: 'Row' }, { required: true }),
    valid_from: validFrom,
    row: text({ vi: 'Nội dung', en: 'Content' }),
    base: text({ vi: 'Bản gốc', en: 'Original' }),
  },
  ...{ relations: {}, columns: [], filters: {}, sorts: [] },
  order: 'id ASC',
  unique: [['scenario_id', 'entity', 'row_id']],
  access: { list: ADMIN, get: ADMIN, create: ADMIN, update: ADMIN, delete: ADMIN },
});

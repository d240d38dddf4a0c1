import type { DocumentChange, DocumentFormula, RuleDocument, RuleTableText } from '../../../contracts/calls/answers/rule-document.ts';
import { formulaText, operatorText, variableLabel } from '../../../contracts/calls/formula-words.ts';
import { EXPRESSION_LABELS } from '../../../contracts/calls/totals-expressions.ts';
import { labelOf } from '../../../contracts/contract.ts';
import { CONTRACTS } from '../../../contracts/contracts.ts';
import type { RULE_TABLES } from '../../../contracts/rule-tables.ts';
import type { Lang, Text } from '../../../contracts/text.ts';
import { readDecimal } from '../../../platform/text/read-number.ts';
import { codeKey } from '../../../platform/text/rule-identity.ts';
import type { BasePointRow, Cell, ResultRow, RuleRows, TsuboRow } from '../../calculation/engine/rows.ts';
import type { TotalsSource } from '../../calculation/engine/totals.ts';
import { type Difference, RULE_ENTITIES } from '../compare-rules.ts';

/** The rules and the expressions of a month: what a version of the rule book is. */
export interface BookVersion {
  rules: RuleRows;
  expressions: TotalsSource;
}

interface Names {
  customers: ReadonlyMap<number, string>;
  categories: ReadonlyMap<number, string>;
}

type Key = keyof typeof RULE_TABLES;

/** The rules as people read them, with what differs from the version that the person last read. */
export function buildDocument(
  { rules, expressions }: BookVersion,
  before: BookVersion | undefined,
  differences: readonly Difference[],
  names: Names,
  lang: Lang,
): Pick<RuleDocument, 'expressions' | 'customers' | 'tables' | 'removed'> {
  const changesOf = createChangesReader(differences, lang);
  const codes = new Map<string, string>();
  for (const code of [
    ...rules.tsubos.map((row) => row.scale_factor_code),
    ...rules.base_points.map((row) => row.scale_code),
    ...rules.results.map((row) => row.scale_code),
  ])
    if (code) codes.set(codeKey(code), codes.get(codeKey(code)) ?? code);
  const ofCode = <Row>(rows: readonly Row[], code: string, codeOf: (row: Row) => string | null) =>
    rows.filter((row) => codeKey(codeOf(row) ?? '') === code);
  const tables = [...codes].sort().map(
    ([folded, code]): RuleTableText => ({
      code,
      scales: ofCode(rules.tsubos, folded, (row) => row.scale_factor_code).map((row) => scaleText(row, changesOf('tsubos', row.id), lang)),
      base_points: ofCode(rules.base_points, folded, (row) => row.scale_code).map((row) =>
        basePointText(row, changesOf('base_points', row.id), lang),
      ),
      formulas: resultText(ofCode(rules.results, folded, (row) => row.scale_code)[0], changesOf, lang),
    }),
  );
  const standards = Map.groupBy(rules.standards, ({ customer_id }) => customer_id ?? 0);
  const customers = [...standards].map(([id, rows]) => ({
    id,
    name: names.customers.get(id) ?? '',
    standards: rows
      .map((row) => ({
        id: row.id,
        work_category_id: row.work_category_id ?? 0,
        work_category: names.categories.get(row.work_category_id ?? 0) ?? '',
        scale_code: row.scale_code,
        tsubo_id: row.tsubo_id ?? null,
        standard_design_point: numberOf(row.standard_design_point),
        standard_check_point: numberOf(row.standard_check_point),
        changes: changesOf('standards', row.id),
      }))
      .sort((one, other) => one.work_category.localeCompare(other.work_category)),
  }));
  return {
    expressions: (['total_point_1', 'total_point_2'] as const).map((field) => {
      const source = expressions[field];
      const old = before?.expressions[field];
      const label = EXPRESSION_LABELS[field][lang];
      const changes = before && old !== source ? [{ field, label, old: old ?? null, new: source }] : [];
      return { ...formulaOf(field, label, source, lang), changes };
    }),
    customers: customers.sort((one, other) => one.name.localeCompare(other.name)),
    tables,
    removed: listRemoved(rules, differences, names, lang),
  };
}

/** The changes of a row, by its table and id. */
function createChangesReader(differences: readonly Difference[], lang: Lang) {
  const byRow = Map.groupBy(differences, ({ key, record }) => `${key} ${record}`);
  return (key: Key, id: number): DocumentChange[] => (byRow.get(`${key} ${id}`) ?? []).map((difference) => changeText(difference, lang));
}

function changeText({ key, field, old, new: now }: Difference, lang: Lang): DocumentChange {
  return { field, label: labelOf(CONTRACTS[RULE_ENTITIES[key]], field, lang), old, new: now };
}

/** Rows that only the version before has. */
function listRemoved(
  rules: RuleRows,
  differences: readonly Difference[],
  { customers, categories }: Names,
  lang: Lang,
): RuleDocument['removed'] {
  const present = new Set(Object.entries(rules).flatMap(([key, rows]) => rows.map(({ id }: { id: number }) => `${key} ${id}`)));
  const deletedRows = Map.groupBy(
    differences.filter(({ key, record }) => !present.has(`${key} ${record}`)),
    ({ key, record }) => `${key} ${record}`,
  );
  return [...deletedRows.values()].map((ofRow) => {
    const { key, identity } = ofRow[0]!;
    const label =
      key === 'standards'
        ? `${customers.get(Number(identity.customer_id)) ?? ''} · ${categories.get(Number(identity.work_category_id)) ?? ''}`
        : `${CONTRACTS[RULE_ENTITIES[key]].label[lang]} · ${Object.values(identity)[0]}`;
    return { label, changes: ofRow.map((difference) => changeText(difference, lang)) };
  });
}

function scaleText(row: TsuboRow, changes: DocumentChange[], lang: Lang): RuleTableText['scales'][number] {
  return {
    id: row.id,
    condition: scaleCondition(row, lang),
    scale_factor: numberOf(row.scale_factor),
    complexity_factor: numberOf(row.complexity_factor),
    standard_design_point: numberOf(row.standard_design_point),
    standard_check_point: numberOf(row.standard_check_point),
    changes,
  };
}

function scaleCondition(row: TsuboRow, lang: Lang): string {
  const name = variableLabel(row.condition_variable?.trim() || 'tsubosuu', lang);
  const [equal, from, to] = [row.scale_equal_to, row.scale_limit_from, row.scale_limit_to].map((cell) => formatCell(cell, lang));
  if (equal) return `${name} = ${equal}`;
  if (from && to) return `${from} ≤ ${name} < ${to}`;
  return from ? `${name} ≥ ${from}` : to ? `${name} < ${to}` : ALWAYS[lang];
}

function basePointText(row: BasePointRow, changes: DocumentChange[], lang: Lang): RuleTableText['base_points'][number] {
  const conditions = [
    [row.condition_variable, row.condition_operator, row.condition_param],
    [row.condition_variable1, row.condition_operator1, row.condition_param1],
  ].flatMap(([variable, operator, param]) =>
    variable?.trim()
      ? [`${variableLabel(variable.trim(), lang)} ${operatorText(operator?.trim() ?? '', lang)} ${formulaText(param ?? '', lang)}`]
      : [],
  );
  const points = POINTS.flatMap((field) => {
    const source = row[field]?.trim();
    return source ? [formulaOf(field, labelOf(CONTRACTS['formula-base-points'], field, lang), source, lang)] : [];
  });
  return { id: row.id, condition: conditions.join(AND[lang]) || ALWAYS[lang], points, changes };
}

function resultText(
  row: ResultRow | undefined,
  changesOf: (key: Key, id: number) => DocumentChange[],
  lang: Lang,
): RuleTableText['formulas'] {
  if (!row) return null;
  const results = (['result_design_formula', 'result_check_formula'] as const).map((field) =>
    formulaOf(field, labelOf(CONTRACTS['formula-results'], field, lang), row[field] ?? '', lang),
  );
  return { id: row.id, results, changes: changesOf('results', row.id) };
}

function formulaOf(field: string, label: string, source: string, lang: Lang): DocumentFormula {
  return { field, label, source, words: formulaText(source, lang) };
}

const numberOf = (cell: Cell) => readDecimal(cell) ?? null;

function formatCell(cell: Cell, lang: Lang): string {
  const value = readDecimal(cell);
  return value === null || value === undefined ? '' : formulaText(String(value), lang);
}

const POINTS = ['base_point1', 'base_point2', 'base_point3', 'base_point4', 'base_point5', 'base_point6'] as const;
const ALWAYS: Text = { vi: 'Mọi trường hợp', en: 'In every case' };
const AND: Text = { vi: ' và ', en: ' and ' };

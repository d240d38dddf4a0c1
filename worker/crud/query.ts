import { type Contract, type Filter, type FilterTarget, labelOf } from '../contracts/contract.ts';
import { AS_OF } from '../contracts/define-contract.ts';
import { BY_MATCH, FIND, SEARCH } from '../contracts/field-filters.ts';
import { MAX_IDS, MAX_LIMIT } from '../contracts/paging.ts';
import { type Rule, type RuleParams, ruleMessage, ruleToken } from '../contracts/rules.ts';
import { isDate, isMoment, isStorable, PATTERNS, padDate, padMoment, padMonth } from '../contracts/value-forms.ts';
import type { Caller } from '../platform/caller.ts';
import { AppError } from '../platform/errors.ts';
import { cleanText } from '../platform/text/clean-text.ts';
import type { Resource, Scope } from './resource.ts';

export interface AppliedFilter {
  filter: Filter & { op: Exclude<Filter['op'], 'words'> };
  value: string | number;
  /** A word of those that were typed to pick a record: rows in which it stands alone come first. */
  isWord?: boolean;
}

/** More words are looked for as they stand, together. */
const MAX_WORDS = 8;

export interface Order {
  column: string;
  descending: boolean;
  /** The searched text: the rows that fit it best come first. */
  match?: string;
}

export interface ListQuery {
  page: number;
  limit: number;
  order: Order;
  filters: AppliedFilter[];
  /** Whether the sums of the contract's `summed` fields are asked for. */
  sums: boolean;
}

/** Reads the parameters of a list; every bad or unknown one is named in a 422. */
export function parseListQuery(
  { contract }: Pick<Resource, 'contract'>,
  params: URLSearchParams,
  { lang, clock }: Pick<Caller, 'lang' | 'clock'>,
  scope: Scope = {},
): ListQuery {
  // A parameter may be called __proto__.
  const messages: Record<string, string> = Object.create(null);
  const refuse = (name: string, rule: Rule, values: RuleParams = {}) => {
    messages[name] = ruleMessage(ruleToken(rule, values), labelOf(contract, contract.filters[name]?.field ?? name, lang), lang);
  };
  const whole = (name: string, fallback: number, max: number): number => {
    const text = params.get(name);
    if (text === null || text === '') return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > max) refuse(name, 'range', { min: 1, max });
    return value;
  };
  const seen = (field: string) => !scope.fields || scope.fields.includes(field);

  const page = whole('page', 1, 1_000_000);
  const limit = whole('limit', 10, MAX_LIMIT);
  const order = findOrder(contract, params);
  if (!order || !contract.sorts.includes(order.column) || !seen(contract.relations[order.column.split('.')[0]!]?.field ?? order.column)) {
    refuse('order_by', 'unsortable', { value: params.get('order_by') ?? '' });
  }
  const filters: AppliedFilter[] = [];
  const names = new Set<string>();
  for (const [name, text] of params) {
    if (names.has(name)) refuse(name, 'repeated_parameter', { value: name });
    names.add(name);
    if (name === 'sum' && contract.summed && !['', '0', '1'].includes(text)) refuse(name, 'option', { options: '0, 1' });
    if (name === 'page' || name === 'limit' || name === 'order_by' || (name === 'sum' && contract.summed)) continue;
    const filter = Object.hasOwn(contract.filters, name) ? contract.filters[name]! : undefined;
    if (!filter || targetsOf(filter, scope).length === 0) refuse(name, 'unknown_parameter', { value: name });
    else if (text.trim() !== '') {
      const value = filterValue(filter, text.trim());
      const { op } = filter;
      if (op === 'in_force' && text.trim() === 'all') continue;
      if (typeof value === 'object') refuse(name, value.rule, value.params);
      else if (op !== 'words') filters.push({ filter: { ...filter, op }, value });
      else for (const word of splitWords(text)) filters.push({ filter: { ...filter, op: 'contains' }, value: word, isWord: name === FIND });
    }
  }
  const inForce = Object.hasOwn(contract.filters, AS_OF) ? contract.filters[AS_OF] : undefined;
  if (inForce?.op === 'in_force' && !params.get(AS_OF)?.trim() && !params.get('ids')?.trim()) {
    filters.push({ filter: { ...inForce, op: 'in_force' }, value: clock.today().slice(0, 7) });
  }
  if (Object.keys(messages).length > 0 || !order) throw new AppError('invalid', {}, { messages });
  return { page, limit, order, filters, sums: contract.summed !== undefined && params.get('sum') === '1' };
}

/** The order asked for, else that of the contract; by match, the newest first, only where a text is searched. */
function findOrder({ order, filters, relations }: Contract, params: URLSearchParams): Order | undefined {
  const orderBy = params.get('order_by');
  if (orderBy !== BY_MATCH || !(SEARCH in filters)) return nameRelation(relations, parseOrder(orderBy || order));
  const match = params.get(SEARCH)?.trim();
  return match ? { column: 'id', descending: true, match } : parseOrder(order);
}

/** An order whose relation is named by the entity that it leads to, by the relation's own name. */
function nameRelation(relations: Contract['relations'], order: Order | undefined): Order | undefined {
  const [entity, field] = order?.column.split('.') ?? [];
  const [name] = Object.entries(relations).find(([, relation]) => relation.entity === entity) ?? [];
  return order && field && name && !Object.hasOwn(relations, entity!) ? { ...order, column: `${name}.${field}` } : order;
}

/** What a filter looks at, of what the scope lets see. */
export function targetsOf(filter: Filter, { fields }: Scope): FilterTarget[] {
  return [filter, ...(filter.or ?? [])].filter(({ field, via }) => !fields || fields.includes(via?.field ?? field));
}

/** `column`, `column ASC` or `column DESC`, the column maybe `relation.field`; undefined for anything else. */
export function parseOrder(text: string): Order | undefined {
  const match = /^\s*([a-z_0-9]+(?:\.[a-z_0-9]+)?)(?:\s+(asc|desc))?\s*$/i.exec(text);
  return match ? { column: match[1]!.toLowerCase(), descending: match[2]?.toLowerCase() === 'desc' } : undefined;
}

export function splitWords(text: string): string[] {
  const words = text.trim().split(/\s+/);
  return [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')].filter((word) => word !== '');
}

function filterValue(filter: Filter, text: string): string | number | { rule: Rule; params?: RuleParams } {
  if (filter.op === 'in') return idList(text) ?? { rule: 'ids', params: { max: MAX_IDS } };
  if (!isStorable(text)) return { rule: 'characters' };
  if (text.length > 500) return { rule: 'max_length', params: { max: 500 } };
  if (filter.options && !filter.options.includes(text)) return { rule: 'option', params: { options: filter.options.join(', ') } };
  switch (filter.kind) {
    case 'ref':
      return PATTERNS.id.test(text) ? Number(text) : { rule: 'id' };
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : { rule: 'integer' };
    case 'decimal':
      return /^[+-]?(\d{1,15}(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : { rule: 'number' };
    case 'flag':
      return text === '0' || text === '1' ? Number(text) : { rule: 'option', params: { options: '0, 1' } };
    case 'date':
      return isDate(padDate(text)) ? padDate(text) : { rule: 'date' };
    case 'month':
      return PATTERNS.year_month.test(padMonth(text)) ? padMonth(text) : { rule: 'year_month' };
    case 'datetime':
      return momentOf(filter, padMoment(text)) ?? { rule: 'datetime' };
    default:
      return cleanText(text, 'lines');
  }
}

/** Ids with commas between them as a JSON array; at most as many as a list of refs may have. */
function idList(text: string): string | undefined {
  const ids = text.split(',');
  return ids.length <= MAX_IDS && ids.every((id) => PATTERNS.id.test(id)) ? `[${ids.join()}]` : undefined;
}

/** A bare day as a bound means all of that day. */
function momentOf(filter: Filter, text: string): string | undefined {
  if (isDate(text)) return filter.op === 'until' ? `${text} 23:59:59` : filter.op === 'from' ? `${text} 00:00:00` : text;
  return isMoment(text) ? text : undefined;
}

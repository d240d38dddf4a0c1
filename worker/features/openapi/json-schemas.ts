import type { Contract, META_FIELDS, Relation } from '../../contracts/contract.ts';
import { contractOf } from '../../contracts/contracts.ts';
import type { Field, Fields } from '../../contracts/fields.ts';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 takes them. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A stored value of a field, as a row says it: null where it is empty. */
function valueJsonSchema(field: Field): JsonSchema {
  const { type, ...rules } = kindSchema(field);
  const options = rules.enum as unknown[] | undefined;
  return { ...rules, type: [type, 'null'], ...(options && { enum: [...options, null] }), title: field.label.en };
}

/** A value that a body or a parameter may give. */
export function inputJsonSchema(field: Field): JsonSchema {
  const { min, max, maxLength } = field;
  return {
    ...kindSchema(field),
    title: field.label.en,
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(maxLength !== undefined && field.kind === 'text' && { maxLength }),
  };
}

function kindSchema({ kind, options }: Field): { type: string } & JsonSchema {
  switch (kind) {
    case 'integer':
    case 'ref':
      return { type: 'integer' };
    case 'decimal':
      return { type: 'number' };
    case 'flag':
      return { type: 'integer', enum: [0, 1] };
    case 'option':
      return { type: 'string', ...(options && { enum: Object.keys(options) }) };
    case 'refs':
      return { type: 'array', items: { type: 'integer' } };
    case 'values':
      return { type: 'object' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'datetime':
      return { type: 'string', description: 'YYYY-MM-DD HH:mm:ss, office time' };
    case 'month':
      return { type: 'string', description: 'YYYY-MM' };
    case 'text':
      return { type: 'string' };
  }
}

const META: Readonly<Record<(typeof META_FIELDS)[number], JsonSchema>> = {
  id: { type: 'integer' },
  version: { type: 'integer' },
  created_at: { type: ['string', 'null'] },
  updated_at: { type: ['string', 'null'] },
};

/** A row of an entity: its fields and the records that it points to. Where a person's rights leave fields out, only the id is sure. */
export function rowJsonSchema(contract: Contract, isScoped: boolean): JsonSchema {
  const open = Object.entries(contract.fields).filter(([, field]) => !field.secret);
  const properties = {
    ...META,
    ...Object.fromEntries(open.map(([name, field]) => [name, valueJsonSchema(field)])),
    ...Object.fromEntries(Object.entries(contract.relations).map(([name, relation]) => [name, relationJsonSchema(relation)])),
  };
  return { type: 'object', properties, required: isScoped ? ['id'] : Object.keys(properties) };
}

function relationJsonSchema({ kind, entity, pick, lists = {} }: Relation): JsonSchema {
  const properties = {
    ...pickedProperties(entity, pick),
    ...Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [
        name,
        { type: 'array', items: { type: 'object', properties: pickedProperties(list.entity, list.pick) } },
      ]),
    ),
  };
  const record = { type: 'object', properties };
  return kind === 'many' ? { type: ['array', 'null'], items: record } : { ...record, type: ['object', 'null'] };
}

function pickedProperties(entity: string, pick: readonly string[]): Record<string, JsonSchema> {
  const fields: Fields = contractOf(entity)?.fields ?? {};
  const meta: Readonly<Record<string, JsonSchema>> = META;
  return Object.fromEntries(pick.map((name) => [name, fields[name] ? valueJsonSchema(fields[name]) : (meta[name] ?? {})]));
}

/** A body of these fields; nothing is required of an update. */
export function bodyJsonSchema(fields: Fields, verb: 'create' | 'update'): JsonSchema {
  const open = Object.entries(fields).filter(([, field]) => !field.readonly);
  const required = open.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      open.map(([name, field]) => [name, field.required ? inputJsonSchema(field) : { anyOf: [inputJsonSchema(field), { type: 'null' }] }]),
    ),
    ...(verb === 'create' && required.length > 0 && { required }),
  };
}

/** A page of rows in their envelope. */
export function envelopeJsonSchema(row: JsonSchema): JsonSchema {
  const place = { type: ['integer', 'null'] };
  const [count, names] = [{ type: 'integer' }, ['data', 'per_page', 'current_page', 'total', 'from', 'to']];
  return {
    type: 'object',
    properties: {
      data: { type: 'array', items: row },
      per_page: count,
      current_page: count,
      total: count,
      from: place,
      to: place,
      sum: { type: 'object' },
    },
    required: names,
  };
}

/** The names of components: one schema for each entity's rows. */
export const rowReference = (entity: string): JsonSchema => ({ $ref: `#/components/schemas/${entity}` });

import * as z from 'zod';
import { valueSchema } from './field-schemas.ts';
import type { Field, Fields } from './fields.ts';
import { ruleToken } from './rules.ts';

type BodySchema = z.ZodType<Record<string, unknown>>;

/** Schema of a create body: required fields there, unknown and read-only keys dropped, '' read as empty. */
export const createSchema = cacheByFields((fields) => z.object(shapeOf(fields, createFieldSchema), { error: ruleToken('invalid') }));

/** Schema of an update body: any subset of the fields; a required one may not be emptied. */
export const updateSchema = cacheByFields((fields) => z.object(shapeOf(fields, updateFieldSchema), { error: ruleToken('invalid') }));

export type BodySchemaOf = (fields: Fields) => BodySchema;

/** Schema of one field of a create body; what the body does not have is undefined to it. */
export function createFieldSchema(field: Field): z.ZodType {
  return field.required ? requiredSchema(field, true) : optionalSchema(field, true);
}

/** Schema of one field of an update body. */
export function updateFieldSchema(field: Field): z.ZodType {
  return field.required ? requiredSchema(field, false).optional() : optionalSchema(field, false);
}

/** The fields, of which these need not be given. */
export function waiveRequired(fields: Fields, names: readonly string[]): Fields {
  return { ...fields, ...Object.fromEntries(names.map((name) => [name, { ...fields[name]!, required: false }])) };
}

/** Creating a schema takes longer than using it, so schemas are cached by their fields. */
function cacheByFields(make: (fields: Fields) => BodySchema): (fields: Fields) => BodySchema {
  const schemas = new WeakMap<Fields, BodySchema>();
  return (fields) => {
    const schema = schemas.get(fields) ?? make(fields);
    schemas.set(fields, schema);
    return schema;
  };
}

function shapeOf(fields: Fields, schema: (field: Field) => z.ZodType): Record<string, z.ZodType> {
  const writable = Object.entries(fields).filter(([, field]) => !field.readonly);
  return Object.fromEntries(writable.map(([name, field]) => [name, schema(field)]));
}

/** True for nothing, and for text of spaces only. */
export const isEmpty = (raw: unknown): boolean => raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');

/** A text of invisible characters is empty only once it is cleaned, so it is looked at before and after. */
function requiredSchema(field: Field, create: boolean): z.ZodType {
  return z
    .unknown()
    .superRefine((raw, context) => {
      const missing = isEmpty(raw) || (field.kind === 'refs' && Array.isArray(raw) && raw.length === 0);
      if (missing) context.addIssue({ code: 'custom', message: ruleToken('required'), continue: false });
    })
    .pipe(valueSchema(field, create) as z.ZodType<unknown, unknown>)
    .refine((value) => value !== '', { error: ruleToken('required') });
}

function optionalSchema(field: Field, create: boolean): z.ZodType {
  return z
    .preprocess((raw) => (raw !== undefined && isEmpty(raw) ? null : raw), valueSchema(field, create).nullish())
    .transform((value) => (value === '' ? null : value));
}

import type * as z from 'zod';
import type { Field, Fields, Values } from '../../../contracts/fields.ts';
import { rememberResults } from '../../../platform/text/remember-results.ts';

/** A field whose value is wrong, and the rule that it breaks. */
export interface Issue {
  name: string;
  rule: string;
}

export interface Validated {
  /** The values as they are stored, of the fields that have one. */
  values: Values;
  issues: readonly Issue[];
}

/** A value as it is stored, undefined where there is none, or the rule that it breaks first. */
type ValidatedValue = { value: unknown; rule?: undefined } | { rule: string };

/**
 * Validates the values of the named fields, field by field: a value that a column repeats is validated once for the file. `schemaOf` is that of a field
 * of a new record or of an update, neither of which has a rule about several fields; a read-only one has no value.
 */
export function createValidator(
  schemaOf: (field: Field) => z.ZodType,
  fields: Fields,
): (names: readonly string[], values: Values) => Validated {
  const validators = new Map<string, (value: unknown) => ValidatedValue>();
  const makeValidator = (name: string) => {
    const field = fields[name]!;
    if (field.readonly) return (): ValidatedValue => ({ value: undefined });
    const schema = schemaOf(field);
    const validate = rememberResults((value: unknown): ValidatedValue => {
      const { success, data, error } = schema.safeParse(value);
      return success ? { value: data } : { rule: error.issues[0]!.message };
    });
    validators.set(name, validate);
    return validate;
  };
  return (names, given) => {
    const values: Values = {};
    const issues: Issue[] = [];
    for (const name of names) {
      const validate = validators.get(name) ?? makeValidator(name);
      const result = validate(given[name]);
      if (result.rule !== undefined) issues.push({ name, rule: result.rule });
      else if (result.value !== undefined) values[name] = result.value;
    }
    return { values, issues };
  };
}

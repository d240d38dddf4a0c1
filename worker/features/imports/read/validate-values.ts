import type * as z from 'zod';
import type { BodySchemaOf } from '../../../contracts/body-schemas.ts';
import type { Fields } from '../../../contracts/fields.ts';
import type { Values } from '../../../crud/resource.ts';
import { rememberResults } from '../../../platform/text/remember-results.ts';

type Issues = readonly z.core.$ZodIssue[];

export interface Validated {
  /** The values as they are stored, of the fields that have one. */
  values: Values;
  issues: Issues;
}

/**
 * Validates the values of the named fields, field by field: a value that a column repeats is validated once for the file. `schemaOf` is that of a new
 * record or of an update, neither of which has a rule about several fields.
 */
export function createValidator(schemaOf: BodySchemaOf, fields: Fields): (names: readonly string[], values: Values) => Validated {
  const validators = new Map<string, (value: unknown) => Validated>();
  const validatorOf = (name: string) => {
    const known = validators.get(name);
    if (known) return known;
    const schema = schemaOf({ [name]: fields[name]! });
    const validate = rememberResults((value: unknown): Validated => {
      const { success, data, error } = schema.safeParse(value === undefined ? {} : { [name]: value });
      return success ? { values: data[name] === undefined ? {} : data, issues: [] } : { values: {}, issues: error.issues };
    });
    validators.set(name, validate);
    return validate;
  };
  return (names, given) => {
    const values: Values = {};
    const issues: z.core.$ZodIssue[] = [];
    for (const name of names) {
      const validated = validatorOf(name)(given[name]);
      if (name in validated.values) values[name] = validated.values[name];
      if (validated.issues.length > 0) issues.push(...validated.issues);
    }
    return { values, issues };
  };
}

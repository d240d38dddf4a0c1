import type { Fields } from '../../contracts/fields.ts';
import type { Lang } from '../../contracts/text.ts';
import { invalidField } from '../parse-call.ts';
import { findPasswordProblem } from './password-problem.ts';

interface NewPassword {
  chosen: string;
  repeated: string;
  /** The names of the person and of their company. */
  names: readonly unknown[];
}

/** Throws a 422 where the new password is too common or made of names, or where its confirmation differs. */
export function validateNewPassword(fields: Fields, { chosen, repeated, names }: NewPassword, lang: Lang): void {
  const problem = findPasswordProblem(chosen, names);
  if (problem) throw invalidField(fields, 'password', problem, lang);
  if (chosen !== repeated)
    throw invalidField(fields, 'passwordConfirm' in fields ? 'passwordConfirm' : 'password_confirm', 'confirmation', lang);
}

import type { Fields } from '../../contracts/fields.ts';
import type { Lang } from '../../contracts/text.ts';
import { invalidField } from '../../crud/call-values.ts';
import { findPasswordProblem } from '../../passwords.ts';

/** Throws a 422 where the new password is too common or its confirmation differs. */
export function validateNewPassword(fields: Fields, { chosen, repeated }: { chosen: string; repeated: string }, lang: Lang): void {
  const problem = findPasswordProblem(chosen);
  if (problem) throw invalidField(fields, 'password', problem, lang);
  if (chosen !== repeated)
    throw invalidField(fields, 'passwordConfirm' in fields ? 'passwordConfirm' : 'password_confirm', 'confirmation', lang);
}

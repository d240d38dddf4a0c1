import { type Contract, labelOf } from '#contracts/contract.ts';
import type { FieldKind } from '#contracts/fields.ts';
import { ruleMessage, ruleToken } from '#contracts/rules.ts';
import type { Lang } from '#contracts/text.ts';

/** The longest sentence that a field's rules can say of what is typed into it: a form keeps room for it, so that it pushes nothing down. */
export function longestMessage(contract: Contract, name: string, mode: 'add' | 'edit', lang: Lang, required: boolean): string | undefined {
  const field = contract.fields[name]!;
  const rules = (mode === 'add' ? field.createValue : undefined) ?? field.value;
  const refused = MISTYPED[field.kind]?.map((typed) => rules.safeParse(typed).error?.issues[0]?.message) ?? [];
  const label = labelOf(contract, name, lang);
  return [...refused, required ? ruleToken('required') : undefined]
    .filter((token) => token !== undefined)
    .map((token) => ruleMessage(token, label, lang))
    .sort((one, other) => other.length - one.length)[0];
}

/** What a control lets somebody type that a rule may refuse. A text is never too long: its input stops. */
const MISTYPED: Partial<Record<FieldKind, readonly unknown[]>> = {
  integer: ['x', -1e9, 1e12, 0.5],
  decimal: ['x', -1e9, 1e12, 0.123456789],
  date: ['x'],
  datetime: ['x'],
  text: ['!'],
};

import { describe, expect, it } from 'vitest';
import { longestMessage } from '../../../web/crud/form/longest-message.ts';
import { createSchema, updateSchema } from '../../../worker/contracts/body-schemas.ts';
import { type Contract, labelOf } from '../../../worker/contracts/contract.ts';
import { directs } from '../../../worker/contracts/entities/directs.ts';
import { mistakes } from '../../../worker/contracts/entities/mistakes.ts';
import { messagesOf } from '../../../worker/contracts/rules.ts';
import type { Lang } from '../../../worker/contracts/text.ts';
import { RESOURCES } from '../../../worker/resources/registry.ts';

/** What people type by mistake, into fields of any kind; numbers as the number input makes them. */
const TYPED = ['', '!', '@#$', 'x', '-5', '2026-02-30', '0123', 'a b@c', '1,5'];
const NUMBERS = [...TYPED, -1, 1e11, 1.23456789, 0.5];

describe('the room for an error', () => {
  it.each(RESOURCES.map(({ contract }) => contract))('is as long as any sentence a form of $name can say of what is typed', (contract) => {
    for (const lang of ['vi', 'en'] as const)
      for (const mode of ['add', 'edit'] as const)
        for (const [name, said] of sentences(contract, mode, lang)) {
          const room = longestMessage(contract, name, mode, lang, contract.fields[name]!.required) ?? '';
          expect([name, said, said.length <= room.length]).toEqual([name, said, true]);
        }
  });

  it('is none where nothing can be wrong', () => {
    expect(longestMessage(directs, 'bikou', 'add', 'vi', false)).toBeUndefined();
    expect(longestMessage(directs, 'result_design_point', 'edit', 'vi', true)).toBe('Điểm thiết kế có tối đa 3 chữ số thập phân');
  });
});

it('calls the username of a mistake what it is', () => {
  const column = mistakes.columns.find(({ key }) => key === 'users.username');
  expect(column?.label).toMatchObject({ vi: 'Tên đăng nhập', en: 'Username' });
});

/** Everything the rules of an entity say of what can be typed into its fields. */
function sentences(contract: Contract, mode: 'add' | 'edit', lang: Lang): [string, string][] {
  const schema = mode === 'add' ? createSchema(contract.fields) : updateSchema(contract.fields);
  const typed = Object.entries(contract.fields).filter(([, { kind, readonly }]) => !readonly && !CHOSEN.includes(kind));
  return NUMBERS.flatMap((value) => {
    const fitting = typed.filter(([, { kind, maxLength = 99 }]) =>
      typeof value === 'number' ? ['integer', 'decimal'].includes(kind) : value.length <= maxLength,
    );
    const { error } = schema.safeParse(Object.fromEntries(fitting.map(([name]) => [name, value])));
    const said = error ? messagesOf(error, (field) => labelOf(contract, field, lang), lang) : {};
    return Object.entries(said).filter(([name]) => typed.some(([each]) => each === name));
  });
}

const CHOSEN = ['option', 'flag', 'ref', 'refs'];

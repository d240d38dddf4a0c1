import { describe, expect, it } from 'vitest';
import { createSchema, updateSchema } from '../../worker/contracts/body-schemas.ts';
import * as authCalls from '../../worker/contracts/calls/auth.ts';
import * as userCalls from '../../worker/contracts/calls/users.ts';
import type { Contract } from '../../worker/contracts/contract.ts';
import { valueSchema } from '../../worker/contracts/field-schemas.ts';
import type { Field } from '../../worker/contracts/fields.ts';
import { countImages, fontSizeOf, LINK_ADDRESS } from '../../worker/contracts/rich-text.ts';
import { sanitizeRichText } from '../../worker/platform/rich-text.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';

/** Beginnings and repeated parts of everything that some pattern of the product reads. */
const PARTS = [
  '<img ', '<img', '<img src="/api/v1/files/', '<', '<a ', '<p>', '<!--', '<svg>', '&', '&amp', '"', ' ', '\n', '\r\n', '\t', '1', '.1', '1.', '-', '+1', '0', '09',
  'a', 'A', 'ệ', 'a@', 'a@b.', 'a.', '@', 'http://', 'https://a', '://', 'mailto:a', 'fs-1 ', 'fs-1', 'font-size:', ';', '; ', 'font-size : 1px;', '1px', '2026-01-01T', ',', '1,',
  '[', '{', '{a', '\\', '(', '=', ' -', '😀', '\u0301',
]; // biome-ignore format: a table of short texts

const LARGE = 1_000_000;
const PIECES = 64;
/**
 * Linear work takes about as long for the large text as for its pieces one by one, quadratic work 64 times as long. What fits into no cache takes
 * several times as long by itself, most of all beside other work on the machine.
 */
const MAX_RATIO = 32;
/** Below this a time says more about the machine than about the work. */
const NEGLIGIBLE_MS = 60;

const repeat = (part: string, length: number) => `${part.repeat(Math.ceil(length / part.length)).slice(0, length)}!`;

/** Milliseconds of processor time: other work on the machine does not count. */
function timeOf(run: () => unknown): number {
  const begun = process.cpuUsage();
  run();
  return process.cpuUsage(begun).user / 1000;
}

/** How much longer a large text takes than as many characters in pieces, 0 where it takes no time worth speaking of. */
function growth(run: (text: string) => unknown, part: string, large = LARGE): number {
  const [piece, whole] = [repeat(part, large / PIECES), repeat(part, large)];
  if (timeOf(() => run(whole)) < NEGLIGIBLE_MS) return 0;
  const best = (work: () => unknown) => Math.min(...[1, 2, 3].map(() => timeOf(work)));
  const time = best(() => run(whole));
  if (time < NEGLIGIBLE_MS) return 0;
  const inPieces = best(() => {
    for (let count = 0; count < PIECES; count++) run(piece);
  });
  return time / Math.max(inPieces, 1);
}

function expectLinear(run: (text: string) => unknown, large = LARGE): void {
  for (const part of PARTS)
    expect(growth(run, part, large), `growth of the work for texts of ${JSON.stringify(part)}`).toBeLessThan(MAX_RATIO);
}

const CALLS = Object.entries({ ...authCalls, ...userCalls })
  .filter(([name, fields]) => name.endsWith('_FIELDS') && !Array.isArray(fields))
  .map(([name, fields]) => ({ name, fields: fields as Record<string, Field> }));

/** One field of every sort: those that differ in nothing that is validated are validated alike. */
const FIELDS = [
  ...new Map(
    [...RESOURCES.map(({ contract }) => ({ name: contract.name, fields: contract.fields })), ...CALLS].flatMap(({ name, fields }) =>
      Object.entries(fields)
        .filter(([, field]) => !field.readonly)
        .map(
          ([key, field]) =>
            [
              String([
                field.kind,
                field.maxLength,
                field.rich,
                field.secret,
                field.required,
                key.match(/mail|phone|mobile|code|name|url|link/)?.[0],
              ]),
              { name: `${name}.${key}`, key, field },
            ] as const,
        ),
    ),
  ).values(),
];

/** One of every kind: in a text its length is validated before all else, as said below of each. */
const KINDS = [...new Map(FIELDS.map((one) => [String([one.field.kind, one.field.rich, one.field.secret]), one])).values()];

describe('the time that a value of one megabyte takes', () => {
  it.each(KINDS)('grows with its length only: $name', ({ key, field }) => {
    const contract = { fields: { [key]: field } } as unknown as Contract;
    expectLinear((text) => [
      createSchema(contract.fields).safeParse({ [key]: text }),
      updateSchema(contract.fields).safeParse({ [key]: text }),
    ]);
  });

  it('grows with the number of ids in a list only, and a list too long is refused before its ids are read', () => {
    const field = RESOURCES.flatMap(({ contract }) => Object.values(contract.fields)).find(({ kind }) => kind === 'refs')!;
    let read = 0;
    const ids = Array.from({ length: 100_000 }, () => ({
      get id() {
        read++;
        return 1;
      },
    }));
    expect(valueSchema(field).safeParse(ids).success).toBe(false);
    expect(read).toBe(0);
  });

  it('grows with its length only where images, sizes and links are looked for', () => {
    expectLinear((text) => [countImages(text), fontSizeOf(text), LINK_ADDRESS.test(text)]);
  });

  it('grows with its length only where formatted text of the longest length is cleaned', () => {
    expectLinear(sanitizeRichText, 100_000);
  });
});

describe('a text that is too long', () => {
  it('gets only the error about its length: nothing else is validated', () => {
    for (const { key, field } of FIELDS.filter(({ field }) => field.kind === 'text')) {
      const result = valueSchema(field).safeParse('<img '.repeat(200_000));
      expect(
        result.error?.issues.map(({ message }) => message.slice(0, 13)),
        key,
      ).toEqual(['["max_length"']);
    }
  });
});

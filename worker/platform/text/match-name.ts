import { cleanText, isAscii } from './clean-text.ts';
import { fold } from './fold.ts';
import { foldLookalikes } from './fold-lookalikes.ts';

/** The rows that a name means: all that go by it, or none and those whose name differs by accents only. */
export interface NameMatch<Row> {
  matches: readonly Row[];
  /** Suggestions for a report; never to be written. Empty while there are matches. */
  similar: readonly Row[];
}

type Name = string | number | null | undefined;

export interface NamedRow<Row> {
  row: Row;
  /** What the row goes by, the strongest first, names of one strength in a list; null where it has none. */
  names: readonly (Name | readonly Name[])[];
  /** People who have left stand behind namesakes who work here. */
  active?: boolean;
}

/** Two names with one key are the same letter for letter: case, spaces, what nobody sees and look-alikes of a sign do not count, accents do. */
export function exactNameKey(name: string): string {
  const clean = cleanText(name);
  if (isAscii(clean)) return clean.toLowerCase().replaceAll(' ', '');
  return foldLookalikes(clean.replace(/\s+/g, '')).toLowerCase().normalize('NFC').replace(/\s+/g, '');
}

/** Two names with one key may be one person's: accents do not count either. */
export function similarNameKey(name: string): string {
  return fold(name).replace(/\s+/g, '');
}

/**
 * Finds rows by what people write. The very spelling wins over everything, then the letters without case, width and spaces; within each the
 * strongest kind of name: of two rows that one text names with the same strength both are found. With `exclusive`, where a name ought to be of one
 * row alone, neither spelling nor strength decides between two. Names that differ by accents are other people: they are suggestions only.
 */
export function nameMatcher<Row>(rows: Iterable<NamedRow<Row>>, { exclusive = false } = {}): (text: string) => NameMatch<Row> {
  const spelled: Tiers<Row> = [];
  const exact: Tiers<Row> = [];
  const similar = new Map<string, Set<NamedRow<Row>>>();
  for (const named of rows) {
    for (const [tier, raw] of named.names.flatMap((names, tier) => [names].flat().map((name) => [tier, name] as const))) {
      const name = cleanText(String(raw ?? '')).trim();
      if (name === '') continue;
      addName(readTier(spelled, tier), name, named);
      addName(readTier(exact, tier), exactNameKey(name), named);
      addName(similar, similarNameKey(name), named);
    }
  }
  return (text) => {
    const name = cleanText(text).trim();
    const key = exactNameKey(name);
    const all = exclusive
      ? exact.flatMap((tier) => [...(tier.get(key) ?? [])])
      : (findInTiers(spelled, name) ?? findInTiers(exact, key) ?? []);
    const found = new Set(all);
    if (found.size > 0) {
      // Who has left gives way to a namesake, not to whoever took their name for a code.
      const areNamesakes = !exclusive || found.size === exact.at(-1)!.get(key)?.size;
      const active = [...found].filter(({ active = true }) => active || !areNamesakes);
      return { matches: (active.length > 0 ? active : [...found]).map(({ row }) => row), similar: [] };
    }
    return { matches: [], similar: [...(similar.get(similarNameKey(name)) ?? [])].map(({ row }) => row) };
  };
}

type Named<Row> = Map<string, Set<NamedRow<Row>>>;
type Tiers<Row> = Named<Row>[];

function readTier<Row>(tiers: Tiers<Row>, index: number): Named<Row> {
  for (let at = tiers.length; at <= index; at++) tiers.push(new Map());
  return tiers[index]!;
}

function addName<Row>(names: Named<Row>, key: string, row: NamedRow<Row>): void {
  const rows = names.get(key);
  if (rows) rows.add(row);
  else names.set(key, new Set([row]));
}

function findInTiers<Row>(tiers: Tiers<Row>, key: string): Set<NamedRow<Row>> | undefined {
  return tiers.find((tier) => tier.has(key))?.get(key);
}

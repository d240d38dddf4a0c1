import type { SampleField } from '../../../contracts/calls/answers/crawl-settings.ts';
import type { Fields } from '../../../contracts/fields.ts';
import type { Lang, Text } from '../../../contracts/text.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { CrawlSource, SourceField, SourceJob } from '../../../platform/crawl-source.ts';
import { shorten } from '../../../platform/text/shorten.ts';
import { type MatchCandidates, selectCandidates } from '../match/candidates.ts';
import { parseColumnValue } from '../normalize/column-value.ts';
import { crawlFields } from '../normalize/crawl-fields.ts';
import { createFieldMatcher, createFormReader } from '../normalize/form-fields.ts';
import { createJobNormalizer, listOwnValues, OWN_COLUMNS } from '../normalize/normalize.ts';

const MAX_SHOWN = 200;

const TEXTS = {
  other_field: { vi: 'Cột này lấy từ trường «{name}»', en: 'The column is filled by the field «{name}»' },
  nobody: { vi: 'Chưa có bản ghi nào tên như vậy', en: 'No record goes by this name' },
  several: { vi: 'Có nhiều người cùng tên này', en: 'Several people go by this name' },
} satisfies Record<string, Text>;

/** Every value of a job: where it goes by the settings of the source, and what it becomes; names are looked up. */
export async function describeFields(job: SourceJob, source: CrawlSource, caller: Caller): Promise<SampleField[]> {
  const { fieldMap, numbers } = source;
  const normalized = createJobNormalizer({ fields: crawlFields, fieldMap, numbers })(job);
  const candidates = normalized.ok ? await caller.readMore(selectCandidates([normalized])) : null;
  const match = createFieldMatcher(crawlFields, fieldMap, OWN_COLUMNS);
  const used = createFormReader(crawlFields, fieldMap, OWN_COLUMNS)(job.form);
  const own = listOwnValues(job).map(([column, name, value]): SampleField => {
    const isReplaced = used.has(column);
    return {
      ...{ origin: 'job', id: name, name, type: '', value: shorten(value, MAX_SHOWN), column },
      ...(isReplaced ? otherField(used.get(column)!.field, caller.lang) : become(column, value, source, null, caller.lang)),
    };
  });
  const form = job.form.map((field): SampleField => {
    const column = match(field)?.target ?? null;
    const winner = column === null ? undefined : used.get(column);
    const shown = {
      origin: 'form',
      id: field.id,
      name: field.name,
      type: field.type,
      value: shorten(showValue(field), MAX_SHOWN),
    } as const;
    if (column === null || !winner) return { ...shown, column, becomes: null, problem: null };
    if (winner.field !== field) return { ...shown, column, ...otherField(winner.field, caller.lang) };
    return { ...shown, column, ...become(column, winner.raw, source, candidates, caller.lang) };
  });
  return [...form, ...own];
}

type Outcome = Pick<SampleField, 'becomes' | 'problem'>;

const otherField = ({ name }: SourceField, lang: Lang): Outcome => ({
  becomes: null,
  problem: TEXTS.other_field[lang].replace('{name}', name),
});

/** Names of people, customers and categories become the record that goes by them; other values the column's own. */
function become(column: string, raw: string | number, { numbers }: CrawlSource, candidates: MatchCandidates | null, lang: Lang): Outcome {
  const find = candidates && LOOKUPS[column];
  const text = String(raw).trim();
  if (find && text !== '') {
    const { matches } = find(candidates, text);
    if (matches.length === 1) return { becomes: matches[0]!.name, problem: null };
    return { becomes: null, problem: TEXTS[matches.length > 1 ? 'several' : 'nobody'][lang] };
  }
  const field = (crawlFields as Fields)[column];
  const outcome = field ? parseColumnValue(field, raw, numbers) : undefined;
  if (!outcome) return { becomes: null, problem: null };
  return outcome.ok ? { becomes: outcome.value, problem: null } : { becomes: null, problem: outcome.reason[lang] };
}

type Lookup = (candidates: MatchCandidates, text: string) => { matches: readonly { name: string }[] };

const LOOKUPS: Readonly<Record<string, Lookup>> = {
  user_id: ({ person }, text) => person(text),
  chekkusha: ({ person }, text) => person(text),
  tokuisakimei: ({ customer }, text) => customer(text),
  hacchyuu_naiyou: ({ category }, text) => category(text),
};

/** The value as people read it, and as it is stored where that is another. */
function showValue({ value, display }: SourceField): string {
  const stored = typeof value === 'object' ? value.join(', ') : String(value);
  return display.trim() === '' || display === stored ? stored : `${display} (${stored})`;
}

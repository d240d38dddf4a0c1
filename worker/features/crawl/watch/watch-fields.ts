import { type SQL, sql } from 'drizzle-orm';
import { directFields } from '../../../contracts/entities/directs.ts';
import { fill, type Text } from '../../../contracts/text.ts';
import type { CrawlSource } from '../../../platform/crawl-source.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { crawlFieldCounts, crawlOddFields } from '../../../platform/db/schema/crawl.ts';
import { asNumber, asText, readColumn, readRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ADMINS, notify } from '../../notify/notify.ts';
import { crawlFields } from '../normalize/crawl-fields.ts';
import { mappedColumns } from '../normalize/form-fields.ts';
import type { FieldCount } from './count-fields.ts';
import { type CrawlFields, judgeFields, type OddColumn } from './judge-fields.ts';

/** Crawls that are read to compare with; those in which a column was odd are left out for it. */
const MAX_CRAWLS = 60;
/** Fields that nothing knows, kept of one crawl. */
const MAX_UNKNOWN = 100;

/** Adds what a page had in its fields to what its crawl had, where `allowed` holds. */
export function countStatements(runId: number, jobs: number, counts: readonly FieldCount[], allowed: SQL): SQL[] {
  if (jobs === 0) return [];
  const rows = counts.map(({ kind, key, field, had, empty, unreadable, low, high, sample }) => [
    ...[kind, key, field, had, empty, unreadable, low, high, sample],
  ]);
  return [
    sql`INSERT INTO crawl_fields (run_id, kind, "key", field, had) SELECT ${runId}, 'jobs', '', '', ${jobs} WHERE ${allowed}
      ON CONFLICT DO UPDATE SET had = had + excluded.had`,
    sql`INSERT INTO crawl_fields (run_id, kind, "key", field, had, empty, unreadable, low, high, sample)
      SELECT ${runId}, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6, j.value ->> 7, j.value ->> 8
      FROM json_each(${JSON.stringify(rows)}) j
      WHERE ${allowed} AND (j.value ->> 0 = 'mapped' OR (SELECT COUNT(*) FROM crawl_fields WHERE run_id = ${runId} AND kind = 'unknown') < ${MAX_UNKNOWN})
      ON CONFLICT DO UPDATE SET had = had + excluded.had, empty = empty + excluded.empty, unreadable = unreadable + excluded.unreadable,
        low = min(ifnull(low, excluded.low), ifnull(excluded.low, low)), high = max(ifnull(high, excluded.high), ifnull(excluded.high, high)),
        sample = ifnull(sample, excluded.sample)`,
  ];
}

/** Columns that far more jobs than usual had empty in the last crawl that was judged. */
export function selectEmptiedColumns(): Query<string[]> {
  return query(sql`SELECT "column" FROM crawl_odd_fields WHERE measure = 'filled'`, readColumn(asText));
}

/**
 * Compares the fields of a crawl that has read all with those of the crawls before. Answers statements for the transaction in which it ends, where
 * `allowed` holds: what is odd becomes a finding of the crawl and an entry until it is mended, of which Admins are told.
 */
export async function judgeStatements({ db }: Deps, runId: number, source: CrawlSource, allowed: SQL): Promise<SQL[]> {
  const { counts, open, full } = await db.read({
    counts: query(
      sql`SELECT f.* FROM (SELECT run_id FROM crawl_fields WHERE kind = 'jobs' AND run_id <= ${runId} ORDER BY run_id DESC LIMIT ${MAX_CRAWLS}) r
        CROSS JOIN crawl_fields f ON f.run_id = r.run_id AND f.kind IN ('jobs', 'mapped')`,
      readRows(crawlFieldCounts),
    ),
    full: query(sql`SELECT id FROM crawl_runs WHERE "full" = 1 OR updated_from IS NULL`, readColumn(asNumber)),
    open: query(sql`SELECT * FROM crawl_odd_fields`, readRows(crawlOddFields)),
  });
  const byRun = Map.groupBy(counts, ({ run_id }) => run_id);
  const crawls = [...byRun].sort(([a], [b]) => b - a).map(([id, rows]) => ({ id, isFull: full.includes(id), ...toCrawlFields(rows) }));
  const [crawl, ...before] = crawls;
  if (crawl?.id !== runId) return [];
  const mapped = mappedColumns(crawlFields, source.fieldMap);
  const odd = judgeFields(crawl, before, { mapped, open: new Map(open.map((each) => [each.column, each])) });
  if (!odd) return [];
  const names = new Map(counts.filter(({ kind }) => kind === 'mapped').map(({ key, field }) => [key, field]));
  return oddStatements(runId, crawl.jobs, odd, names, allowed);
}

function toCrawlFields(rows: readonly (typeof crawlFieldCounts.$inferSelect)[]): Omit<CrawlFields, 'isFull'> {
  const columns = rows
    .filter(({ kind }) => kind === 'mapped')
    .map(({ key, had, empty, unreadable, is_odd }) => [key, { had, filled: had - empty - unreadable, isOdd: is_odd === 1 }] as const);
  return { jobs: rows.find(({ kind }) => kind === 'jobs')?.had ?? 0, columns: new Map(columns) };
}

/** Safe to run again: what the crawl has reported already is not reported twice. */
function oddStatements(runId: number, jobs: number, odd: readonly OddColumn[], names: ReadonlyMap<string, string>, allowed: SQL): SQL[] {
  const rows = JSON.stringify(
    odd.map((each) => {
      const field = names.get(each.column) ?? columnLabel(each.column).vi;
      return [
        each.column,
        field,
        each.missing,
        each.usual,
        JSON.stringify(oddText(each, field, jobs)),
        each.measure,
        `${each.missing}/${jobs}`,
      ];
    }),
  );
  const isNew = sql`NOT EXISTS (SELECT 1 FROM crawl_skipped WHERE run_id = ${runId} AND kind = 'field') AND ${allowed}`;
  return [
    sql`DELETE FROM crawl_odd_fields WHERE "column" NOT IN (SELECT j.value ->> 0 FROM json_each(${rows}) j) AND ${allowed}`,
    sql`INSERT INTO crawl_odd_fields ("column", run_id, field, missing, jobs, usual, measure)
      SELECT j.value ->> 0, ${runId}, j.value ->> 1, j.value ->> 2, ${jobs}, j.value ->> 3, j.value ->> 5 FROM json_each(${rows}) j WHERE ${allowed} ON CONFLICT DO NOTHING`,
    sql`INSERT INTO crawl_fields (run_id, kind, "key", field, is_odd) SELECT ${runId}, 'mapped', j.value ->> 0, j.value ->> 1, 1 FROM json_each(${rows}) j WHERE ${allowed}
      ON CONFLICT DO UPDATE SET is_odd = 1`,
    sql`UPDATE crawl_runs SET warnings = warnings + ${odd.length} WHERE id = ${runId} AND ${isNew}`,
    sql`INSERT INTO crawl_skipped (run_id, kind, code, "column", field, value, reason)
      SELECT ${runId}, 'field', 'field_missing', j.value ->> 0, j.value ->> 1, j.value ->> 6, j.value ->> 4
      FROM json_each(${rows}) j WHERE ${isNew}`,
    ...odd.map(({ column, missing }) =>
      notify({
        kind: 'crawl_field',
        event: `crawl_field:${column}:${runId}`,
        // Until it is mended it is one event; then the next one is another crawl's.
        people: sql`${ADMINS} AND EXISTS (SELECT 1 FROM crawl_odd_fields f WHERE f."column" = ${column} AND f.run_id = ${runId}) AND ${allowed}`,
        params: { field: names.get(column) ?? columnLabel(column).vi, missing, jobs },
      }),
    ),
  ];
}

const TEXTS = {
  had: {
    vi: '{missing} trên {jobs} công việc không có trường «{field}» ({column}); {usual}. Việc mới để trống cột này, việc đã có giữ giá trị cũ. Hãy xem trường có bị đổi tên ở nguồn không',
    en: '{missing} of {jobs} jobs do not have the field «{field}» ({column}); {usual}. New jobs leave it empty, known ones keep their value. See whether the field was renamed at the source',
  },
  filled: {
    vi: '{missing} trên {jobs} công việc để trống hoặc ghi không đọc được trường «{field}» ({column}); {usual}',
    en: '{missing} of {jobs} jobs leave the field «{field}» ({column}) empty or write it so that it cannot be read; {usual}',
  },
  usual: { vi: 'thường là {percent}%', en: 'usually {percent} %' },
  unknown: { vi: 'bảng ánh xạ cần trường này', en: 'the map names it' },
} satisfies Record<string, Text>;

function oddText({ column, missing, measure, usual }: OddColumn, field: string, jobs: number): Text {
  const template = TEXTS[measure];
  const label = columnLabel(column);
  const say = (lang: 'vi' | 'en') => {
    const before = usual === null ? TEXTS.unknown[lang] : fill(TEXTS.usual[lang], { percent: Math.round(usual * 100) });
    return fill(template[lang], { missing, jobs, field, column: label[lang], usual: before });
  };
  return { vi: say('vi'), en: say('en') };
}

const columnLabel = (column: string): Text =>
  (directFields as Record<string, { label: Text }>)[column]?.label ?? { vi: column, en: column };

import { sql } from 'drizzle-orm';
import type { CrawlSettings } from '../../../contracts/calls/answers/crawl-settings.ts';
import type { SourceSettings } from '../../../contracts/calls/crawl-settings.ts';
import type { crawlSettingCalls as calls } from '../../../contracts/calls/declared/crawl-settings.ts';
import type { Lang } from '../../../contracts/text.ts';
import type { CallInput, GrantedCaller } from '../../../platform/call-routes.ts';
import { type CrawlSource, configureSource } from '../../../platform/crawl-source.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { crawlSettings } from '../../../platform/db/schema/crawl.ts';
import { asText, hasRows, orNull, type RowOf, readFirst } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { crawlFields } from '../normalize/crawl-fields.ts';
import { listTargets } from '../normalize/form-fields.ts';
import { NOTHING_CHOSEN, requireUsable, withValues } from './values.ts';

/** `GET crawl_settings`. */
export async function readCrawlSettings(deps: Deps, { caller, grant }: GrantedCaller): Promise<CrawlSettings> {
  const { results: saved } = await caller.read(grant, () => selectSaved);
  return describeSettings(deps.crawlSource, saved, caller.lang);
}

/**
 * `PUT crawl_settings`: what is not given stays. Counts from the next crawl on: one at work goes on as it began. Throws `invalid` for an address
 * that the environment does not allow and for a column that no field can fill, `stale` where somebody else saved meanwhile.
 */
export async function saveCrawlSettings(deps: Deps, { caller, grant, values }: CallInput<typeof calls.save>): Promise<CrawlSettings> {
  const { actor, results: before } = await caller.read(grant, () => selectSaved);
  const next = withValues(before ?? NOTHING_CHOSEN, values);
  requireUsable(deps.crawlSource, next, caller.lang);
  const version = before?.version ?? 0;
  if (values.version != null && values.version !== version) throw staleError(deps.crawlSource, before, caller.lang);
  const cells = [next.url, toJson(next.workflow_ids), toJson(next.field_map), next.numbers, caller.clock.time(), actor.id];
  const { isSaved, saved } = await caller.write(
    {
      isSaved: query(
        sql`INSERT INTO crawl_settings (id, url, workflow_ids, field_map, numbers, updated_at, updated_by)
          SELECT 1, ${sql.join(
            cells.map((cell) => sql`${cell}`),
            sql`, `,
          )} WHERE ifnull((SELECT version FROM crawl_settings), 0) = ${version}
          ON CONFLICT (id) DO UPDATE SET version = version + 1, url = excluded.url, workflow_ids = excluded.workflow_ids,
            field_map = excluded.field_map, numbers = excluded.numbers, updated_at = excluded.updated_at, updated_by = excluded.updated_by
          RETURNING id`,
        hasRows,
      ),
      saved: selectSaved,
    },
    'screen',
  );
  if (!isSaved) throw staleError(deps.crawlSource, saved, caller.lang);
  return describeSettings(deps.crawlSource, saved, caller.lang);
}

const toJson = (value: object | null) => value && JSON.stringify(value);

const SAVED_READERS = { ...pickSettings(crawlSettings), version: crawlSettings.version, updated_at: asText, updated_by: orNull(asText) };
type Saved = RowOf<typeof SAVED_READERS>;

const selectSaved: Query<Saved | undefined> = query(
  sql`SELECT s.url, s.workflow_ids, s.field_map, s.numbers, s.token_kind, s.version, s.updated_at, u.name AS updated_by
    FROM crawl_settings s LEFT JOIN users u ON u.id = s.updated_by WHERE s.id = 1`,
  readFirst(SAVED_READERS),
);

function pickSettings<const T extends Record<keyof SourceSettings, unknown>>(table: T): Pick<T, keyof SourceSettings> {
  const { url, workflow_ids, field_map, numbers, token_kind } = table;
  return { url, workflow_ids, field_map, numbers, token_kind };
}

function describeSettings(source: CrawlSource, saved: Saved | undefined, lang: Lang): CrawlSettings {
  const chosen = saved ? pickSettings(saved) : null;
  const present = configureSource(source, chosen);
  return {
    ...valuesOf(present),
    chosen: Object.entries(chosen ?? {}).flatMap(([name, value]) => (value === null || name === 'token_kind' ? [] : [name])),
    defaults: valuesOf(source),
    allowed_origin: source.origin,
    has_token: source.hasToken,
    problem: present.problem?.text[lang] ?? null,
    columns: listTargets(crawlFields),
    version: saved?.version ?? 0,
    updated_at: saved?.updated_at ?? null,
    updated_by: saved?.updated_by ?? null,
  };
}

function valuesOf({ url, workflowIds, fieldMap, numbers }: CrawlSource): CrawlSettings['defaults'] {
  return { url, workflow_ids: [...workflowIds], field_map: { ...fieldMap }, numbers };
}

function staleError(source: CrawlSource, saved: Saved | undefined, lang: Lang): AppError {
  const saved_by = saved?.updated_by ?? undefined;
  return new AppError('stale', {}, { current: describeSettings(source, saved, lang), ...(saved_by !== undefined && { saved_by }) });
}

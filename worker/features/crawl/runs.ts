import type { SQL } from 'drizzle-orm';
import {
  type CrawlRun,
  crawlFindings as findingsContract,
  crawlRuns as runsContract,
  crawlWaiting as waitingContract,
} from '../../contracts/calls/crawl.ts';
import type { Values } from '../../contracts/fields.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import { defineResource, type Resource } from '../../crud/resource.ts';
import { queryRowById } from '../../crud/row.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { crawlRuns, crawlSkipped, crawlWaiting } from '../../platform/db/schema/crawl.ts';

const runs = defineResource(runsContract, crawlRuns);
const findings = defineResource(findingsContract, crawlSkipped, {
  scope: () => ({ fields: ['id', ...Object.keys(findingsContract.fields)] }),
});

/** Jobs that wait until their month is unlocked or their direct unchecked. */
export const waitingResource = defineResource(waitingContract, crawlWaiting, {
  scope: () => ({ fields: ['id', ...Object.keys(waitingContract.fields)] }),
});

/** Crawls as this caller reads them: the message in their language. */
export function runsResourceFor({ lang }: Caller): Resource {
  return { ...runs, afterRead: (row): Values => ({ ...row, message: readMessage(row.message, lang) }) };
}

export function findingsResourceFor({ lang }: Caller): Resource {
  return { ...findings, afterRead: (row): Values => ({ ...row, reason: readMessage(row.reason, lang) }) };
}

/** A crawl as the API answers it, as a list of at most one. */
export function selectCrawlRun(caller: Caller, id: SQL | number): Query<CrawlRun[]> {
  return query(queryRowById(runsResourceFor(caller), id), (found) => {
    const run = found?.row as CrawlRun | undefined;
    return run ? [run] : [];
  });
}

/** The sentence in a stored text of both languages. */
export function readMessage(stored: unknown, lang: Lang): string | null {
  return stored === null || stored === undefined ? null : (JSON.parse(String(stored)) as Text)[lang];
}

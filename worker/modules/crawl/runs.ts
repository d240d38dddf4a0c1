import { type CrawlStatus, crawlFindings as findingsContract, crawlRuns as runsContract } from '../../contracts/calls/crawl.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import { isActive, STUCK, stuckBefore } from '../../crawl/run-row.ts';
import type { Caller } from '../../crud/caller.ts';
import { type Resource, resource, type Values } from '../../crud/resource.ts';
import { crawlRuns, crawlSkipped } from '../../db/schema/crawl.ts';

const runs = resource(runsContract, crawlRuns);
const findings = resource(findingsContract, crawlSkipped, { scope: () => ({ fields: ['id', ...Object.keys(findingsContract.fields)] }) });

/** Crawls as this caller reads them: the message in their language; one that died is shown as failed before anybody has noticed. */
export function runsFor({ lang, clock }: Caller): Resource {
  const limit = stuckBefore(clock);
  return {
    ...runs,
    afterRead: (row) => {
      const stuck = isActive(row.status as CrawlStatus) && String(row.updated_at) < limit;
      return { ...row, message: said(row.message, lang), ...(stuck && { status: 'failed', message: STUCK[lang] }) };
    },
  };
}

export function findingsFor({ lang }: Caller): Resource {
  return { ...findings, afterRead: (row): Values => ({ ...row, reason: said(row.reason, lang) }) };
}

/** The sentence in a stored text of both languages. */
export function said(stored: unknown, lang: Lang): string | null {
  return stored === null || stored === undefined ? null : (JSON.parse(String(stored)) as Text)[lang];
}

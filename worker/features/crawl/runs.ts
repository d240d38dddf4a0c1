import {
  type CrawlRun,
  crawlFindings as findingsContract,
  crawlRuns as runsContract,
  crawlWaiting as waitingContract,
} from '../../contracts/calls/crawl.ts';
import type { Values } from '../../contracts/fields.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import { defineResource, type Resource } from '../../crud/resource.ts';
import type { FoundRow } from '../../crud/row.ts';
import type { Caller } from '../../platform/caller.ts';
import { crawlRuns, crawlSkipped, crawlWaiting } from '../../platform/db/schema/crawl.ts';
import { stalledBefore } from '../../platform/queue/run.ts';
import { crawlWork, FAIL_TEXTS } from './work.ts';

const runs = defineResource(runsContract, crawlRuns);
const findings = defineResource(findingsContract, crawlSkipped, {
  scope: () => ({ fields: ['id', ...Object.keys(findingsContract.fields)] }),
});

/** Jobs that wait until their month is unlocked or their direct unchecked. */
export const waitingResource = defineResource(waitingContract, crawlWaiting, {
  scope: () => ({ fields: ['id', ...Object.keys(waitingContract.fields)] }),
});

/** Crawls as this caller reads them: the message in their language; a stalled one is shown as failed before the clock has ended it. */
export function runsResourceFor({ lang, clock }: Caller): Resource {
  const limit = stalledBefore(clock);
  return {
    ...runs,
    afterRead: (row) => {
      const { status, updated_at } = row as { status?: string; updated_at?: string };
      const isStalled = crawlWork.activeStatuses.includes(status ?? '') && updated_at !== undefined && updated_at < limit;
      return { ...row, message: readMessage(row.message, lang), ...(isStalled && { status: 'failed', message: FAIL_TEXTS.stalled[lang] }) };
    },
  };
}

export function findingsResourceFor({ lang }: Caller): Resource {
  return { ...findings, afterRead: (row): Values => ({ ...row, reason: readMessage(row.reason, lang) }) };
}

/** A crawl as `runsResourceFor` reads it. */
export function toCrawlRun(found: FoundRow | undefined): CrawlRun | undefined {
  return found?.row as CrawlRun | undefined;
}

/** The sentence in a stored text of both languages. */
export function readMessage(stored: unknown, lang: Lang): string | null {
  return stored === null || stored === undefined ? null : (JSON.parse(String(stored)) as Text)[lang];
}

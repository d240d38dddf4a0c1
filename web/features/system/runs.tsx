import { useQuery } from '@tanstack/react-query';
import type { ListedRun } from '#contracts/calls/answers/runs.ts';
import { CRAWL_KINDS } from '#contracts/calls/crawl.ts';
import { isWorkActive } from '#contracts/calls/run-status.ts';
import { RUN_COLUMNS } from '#contracts/calls/runs.ts';
import { contractOf } from '#contracts/contracts.ts';
import { formatMonthKey } from '#contracts/months.ts';
import type { Text } from '#contracts/text.ts';
import { listQuery } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

const SHOWN = 20;
const REFRESH_MS = 10_000;

/** The work of the queue, whoever asked for it: what is not over first. */
export function Runs() {
  const { t, lang } = useText();
  const { data } = useQuery({
    ...listQuery<ListedRun>('runs', { limit: SHOWN }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isWorkActive(status)) ? REFRESH_MS : false),
  });
  const rows = data?.data.map((run, place): Row => {
    const { what, done, total, user_name } = run;
    return {
      ...run,
      id: place + 1,
      what: contractOf(what)?.label[lang] ?? wordOf(what, lang) ?? (/^\d{4}-\d{2}$/.test(what) ? formatMonthKey(what) : what),
      progress: done === null ? '' : [done, total].flatMap((n) => (n === null ? [] : [formatNumber(n)])).join(' / '),
      user_name: user_name ?? t('page.by_system'),
    };
  });
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="text-title font-semibold">{t('system.runs')}</h2>
      <DataTable label={t('system.runs')} columns={RUN_COLUMNS} rows={rows} link={LINK} empty={<EmptyState text={t('system.no_runs')} />} />
    </section>
  );
}

const wordOf = (what: string, lang: 'vi' | 'en') => (CRAWL_KINDS as Readonly<Record<string, Text>>)[what]?.[lang];
const LINK = { column: 'what', to: ({ path }: Row) => path as string };

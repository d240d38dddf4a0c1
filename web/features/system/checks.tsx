import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { SystemAnswer } from '#contracts/calls/answers/system.ts';
import { CHECK_COLUMNS, SYSTEM_CHECKS, SYSTEM_STATES, type SystemCheckName } from '#contracts/calls/system.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { NO_VALUE } from '../../ui/no-value.tsx';

type Check = SystemAnswer['checks'][number];
type Translate = ReturnType<typeof useText>['t'];

const LOOKS = {
  ok: { tone: 'success', icon: CircleCheck },
  alert: { tone: 'danger', icon: CircleAlert },
  none: { tone: 'neutral', icon: CircleDashed },
} as const;

/** The checks of the system page, each with its state, its last time or figure, and its limit. */
export function SystemChecks({ checks }: { checks: readonly Check[] }) {
  const { t, lang } = useText();
  const rows: Row[] = checks.map((check, index) => ({
    ...{ id: index + 1, check: check.name, path: pathOf(check.name) },
    name: SYSTEM_CHECKS[check.name].label[lang],
    state: check.state,
    last: describeLast(check, t),
    limit: check.limit,
    note: describeNote(check, t),
  }));
  return <DataTable label={t('system.checks')} columns={CHECK_COLUMNS} rows={rows} link={LINK} cells={CELLS} empty={null} />;
}

const pathOf = (name: SystemCheckName): string | undefined => ({ path: undefined, ...SYSTEM_CHECKS[name] }).path;
const LINK = { column: 'name', to: ({ path }: Row) => path as string | undefined };
const CELLS = {
  state: ({ state }: Row) => <State state={state as Check['state']} />,
  // The limit, and why a check is beyond it, are read whole: on a phone in the opened card, so that the last time has its line for itself.
  limit: ({ limit }: Row) => <span className="block max-sm:whitespace-normal">{String(limit)}</span>,
  note: ({ note }: Row) => (note === '' ? NO_VALUE : <span className="block whitespace-normal sm:min-w-48">{String(note)}</span>),
};

function State({ state }: Pick<Check, 'state'>) {
  const { lang } = useText();
  return <Badge {...LOOKS[state]}>{SYSTEM_STATES[state][lang]}</Badge>;
}

/** How long ago it went well, and when; or the figure. */
function describeLast({ name, at, age_minutes, value }: Check, t: Translate): string {
  if (value !== null) return (FIGURES[name] ?? formatNumber)(value);
  if (at === null || age_minutes === null) return '–';
  return `${describeAge(age_minutes, t)} · ${formatDateTime(at)}`;
}

const FIGURES: Partial<Record<SystemCheckName, (value: number) => string>> = {
  database_size: (bytes) => `${formatNumber(bytes / 1_048_576, 1)} MB`,
  slow_calls: (ms) => `${formatNumber(ms)} ms`,
};

function describeAge(minutes: number, t: Translate): string {
  if (minutes < 120) return t('system.minutes', { n: formatNumber(minutes) });
  if (minutes < 2880) return t('system.hours', { n: formatNumber(Math.floor(minutes / 60)) });
  return t('system.days', { n: formatNumber(Math.floor(minutes / 1440)) });
}

function describeNote({ outcome, message, alert_since }: Check, t: Translate): string {
  const known = outcome === 'done' || outcome === 'passed' || outcome === 'failed' || outcome === 'cancelled';
  const parts = [
    known && t('system.outcome', { outcome: t(`system.outcomes.${outcome}`) }),
    message,
    alert_since && t('system.alert_since', { time: formatDateTime(alert_since) }),
  ];
  return parts.filter(Boolean).join('. ');
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Statement, StatementLine } from '#contracts/calls/answers/statements.ts';
import { LINE_KINDS, type LineKind } from '#contracts/calls/statements.ts';
import { api, type Page } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { formatDate, formatDateTime, formatExactPoint, formatPoint, officeNow, useText } from '../../../i18n/index.ts';
import { ColumnHeads } from '../../../ui/table/table.tsx';
import type { Owner } from './use-statement.ts';

/** The most a call gives at once. */
const PAGE_SIZE = 1000;

/**
 * All lines of the month as tables for paper, whose heads repeat on every page; asks the browser to print once they are there. Points have all their
 * places: who adds up a column by hand comes to its sum.
 */
export function PrintStatement({ owner, statement, onDone }: { owner: Owner; statement: Statement; onDone: () => void }) {
  const { t, lang } = useText();
  const { user } = useSession();
  const { data, error } = useQuery({
    queryKey: ['statements', owner, 'print', statement.sha256],
    queryFn: ({ signal }) => readAllLines(owner, statement, signal),
    placeholderData: undefined,
    gcTime: 0,
  });
  useEffect(() => {
    if (error) onDone();
    if (!data) return;
    addEventListener('afterprint', onDone, { once: true });
    print();
    return () => removeEventListener('afterprint', onDone);
  }, [data, error, onDone]);
  if (!data) return null;
  return (
    <div className="hidden print:block" data-print>
      {data.map(([kind, lines]) => (
        <section key={kind} className="mt-4">
          <h2 className="font-semibold">
            {LINE_KINDS[kind][lang]} · {t('points.count', { n: lines.length })}
          </h2>
          <PrintTable kind={kind} lines={lines} sum={kind === 'in_progress' ? statement.in_progress.sum : statement.lines[kind].sum} />
        </section>
      ))}
      <p className="mt-4 text-legend">
        {t('points.printed_by', { name: user?.name ?? user?.username ?? '', time: formatDateTime(officeNow()) })}
        {' · '}
        {t('points.hash', { hash: statement.sha256 })}
      </p>
    </div>
  );
}

function PrintTable({ kind, lines, sum }: { kind: LineKind; lines: readonly StatementLine[]; sum: number }) {
  const { t } = useText();
  // All of a column with the same places, so that its digits line up.
  const points = [sum, ...lines.map(({ point }) => point)];
  const formatLine = (value: number | null) => formatExactPoint(value, points);
  const hasArea = lines.some(({ tsubosuu }) => tsubosuu !== null);
  return (
    <table className="data-table w-full">
      <ColumnHeads
        heads={[
          t('question.facts.rate_at'),
          t('points.line'),
          ...(hasArea ? [{ right: t('question.facts.tsubosuu') }] : []),
          { right: t('question.facts.point') },
        ]}
      />
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>{formatDate(line.date)}</td>
            <td>
              {[line.title, line.type, line.subtitle].filter(Boolean).join(' · ')}
              {line.adjusted &&
                ` · ${t('points.adjusted_by', { name: line.adjusted.by ?? '–', time: formatDateTime(line.adjusted.at), from: formatPoint(line.adjusted.from) })} · ${line.adjusted.reason ?? t('direct.no_reason')}`}
            </td>
            {hasArea && <td data-align="right">{formatPoint(line.tsubosuu)}</td>}
            <td data-align="right">{formatLine(line.point)}</td>
          </tr>
        ))}
      </tbody>
      {/* Factors do not add up. */}
      {kind !== 'pro' && (
        <tfoot>
          <tr>
            <td colSpan={hasArea ? 3 : 2} className="first-letter:uppercase">
              {kind === 'in_progress' ? t('points.not_counted') : t('list.total')}
            </td>
            <td data-align="right">{formatLine(sum)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type KindLines = [LineKind, StatementLine[]];

async function readAllLines(owner: Owner, { year, month, lines, in_progress }: Statement, signal: AbortSignal): Promise<KindLines[]> {
  const counts = { ...lines, in_progress };
  const kinds = (Object.keys(LINE_KINDS) as LineKind[]).filter((kind) => counts[kind].count > 0);
  return Promise.all(
    kinds.map(async (kind): Promise<KindLines> => {
      const all: StatementLine[] = [];
      for (let page = 1; page === 1 || all.length < counts[kind].count; page++) {
        const query = { year, month, kind, page, limit: PAGE_SIZE };
        const { data } = await api.get<Page<StatementLine>>(`statements/${owner}/lines`, { query, signal });
        all.push(...data);
        if (data.length < PAGE_SIZE) break;
      }
      return [kind, all];
    }),
  );
}

import type { ReactNode } from 'react';
import type { EntityContract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useIsInScenario } from '../../api/scenario.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { useWide } from '../../ui/hooks/use-narrow.ts';
import { HistoryEntries, type HistorySource } from '../history/history-entries.tsx';
import { Fold } from './fold.tsx';

/** Where the history of a record is read: by whom a call of its own allows, or by whoever may read all history. In a scenario there is none. */
export function useHistorySource(
  { name }: EntityContract,
  id: number | undefined,
  own: RecordHistory | undefined,
): HistorySource | undefined {
  const { may } = useSession();
  const isInScenario = useIsInScenario(name);
  if (id === undefined || isInScenario) return undefined;
  if (own) return { call: own.call, query: { [own.parameter]: id } };
  return may(ACTIONS.read_history) ? { call: 'history', query: { entity: name, id } } : undefined;
}

/** A call that lists one record's history, and its parameter for the record. */
export interface RecordHistory {
  call: string;
  parameter: string;
}

/** A foldable part beside a record: open at first where there is room beside the form, folded below it. */
export function AsideFold({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  const wide = useWide();
  const place = wide ? 'beside' : 'below';
  return (
    <Fold key={place} name={`${name}.${place}`} title={title} initiallyOpen={wide}>
      {children}
    </Fold>
  );
}

/**
 * What a page shows beside its form: what the screen knows of the record, then the history of one that exists. While something in there is `data-loading`
 * the history stays hidden, so that nothing in sight moves.
 */
export function RecordAside({
  contract,
  row,
  history,
  children,
}: {
  contract: EntityContract;
  row: Row | undefined;
  history: HistorySource | undefined;
  children: ReactNode;
}) {
  const { t } = useText();
  return (
    <aside
      aria-label={t('form.aside')}
      className="flex min-w-0 flex-col gap-4 max-xl:border-t max-xl:border-line max-xl:pt-2 xl:border-l xl:border-line xl:pl-8"
    >
      {children}
      {row && history && (
        <div className="not-first:border-t not-first:border-line not-first:pt-2 [aside:has([data-loading])>&]:hidden">
          <AsideFold name="history" title={t('control.history')}>
            <HistoryEntries key={String(row.version)} contract={contract} source={history} />
          </AsideFold>
        </div>
      )}
    </aside>
  );
}

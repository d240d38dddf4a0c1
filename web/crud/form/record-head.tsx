import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect } from 'react';
import type { EntityContract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { formatNumber, useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { rememberRecord } from '../../layout/search/recent-records.ts';
import { useRecordTitle } from '../../layout/title.ts';
import { IconButton } from '../../ui/button.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { recordTitle } from '../pickers/ref-options.ts';
import type { Neighbours } from './use-neighbours.ts';

interface RecordHeadProps {
  contract: EntityContract;
  id: number;
  /** undefined until it is read. */
  row: Row | undefined;
  neighbours: Neighbours | undefined;
}

/** The head of a record's page: its code and name, and the way to the records beside it in the list. */
export function RecordHead({ contract, id, row, neighbours }: RecordHeadProps) {
  const title = row ? recordTitle(contract.name, row) : '';
  useRecordTitle(contract, title);
  useRememberRecord(contract.name, id, title, `${contract.path}/${id}/view`);
  useShortcuts({ 'alt+ArrowUp': () => neighbours?.go(-1), 'alt+ArrowDown': () => neighbours?.go(1) });
  return <PageHeader badge={neighbours && <Ways {...neighbours} />} />;
}

/** Keeps the record among those opened lately, which the search offers first. */
function useRememberRecord(entity: string, id: number, title: string, path: string): void {
  const { user } = useSession();
  useEffect(() => {
    if (user && title) rememberRecord(user.id, { entity, id, title, subtitle: null, path });
  }, [user, entity, id, title, path]);
}

/** Its place in the list between the buttons that lead to the records beside it. */
function Ways({ place, total, go }: Neighbours) {
  const { t } = useText();
  return (
    <nav aria-label={t('form.neighbours')} className="flex shrink-0 items-center">
      <IconButton icon={ChevronUp} label={t('form.previous_record')} aria-disabled={place === 1} onClick={() => go(-1)} />
      <span className="min-w-12 text-center text-table text-muted tabular-nums max-sm:hidden">
        {formatNumber(place)} / {formatNumber(total)}
      </span>
      <IconButton icon={ChevronDown} label={t('form.next_record')} aria-disabled={place === total} onClick={() => go(1)} />
    </nav>
  );
}

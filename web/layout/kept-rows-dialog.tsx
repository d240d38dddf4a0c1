import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptRow } from '#contracts/calls/answers/operations.ts';
import { contractOf } from '#contracts/contracts.ts';
import { type Page, read } from '../api/client.ts';
import { formatNumber, formatTitle, useText } from '../i18n/index.ts';
import { TextLink } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Pagination } from '../ui/table/pagination.tsx';

interface KeptRowsDialogProps {
  operation: number;
  onClose: () => void;
}

/** Names the records that an operation left as they are, each with the reason, page by page. */
export default function KeptRowsDialog({ operation, onClose }: KeptRowsDialogProps) {
  const { t, lang } = useText();
  const [{ page, limit }, setPage] = useState({ page: 1, limit: 20 });
  const { data } = useQuery({
    queryKey: ['operations', operation, 'kept', page, limit],
    ...read<Page<KeptRow>>(`operations/${operation}/kept`, { page, limit }),
  });
  const rows = data?.data ?? [];
  return (
    <Dialog open onClose={onClose} title={t('notice.undo_kept', { n: formatNumber(data?.total ?? 0) })} size="md">
      <ul aria-busy={!data} className="flex min-h-8 flex-col gap-1">
        {rows.map(({ entity, id, title, message }) => {
          const contract = contractOf(entity);
          const name = `${contract?.label[lang] ?? entity} ${title === null ? `#${id}` : formatTitle(title)}`;
          return (
            <li key={`${entity} ${id}`}>
              {contract?.path ? (
                <TextLink to={`${contract.path}/${id}/view`} onClick={onClose}>
                  {name}
                </TextLink>
              ) : (
                name
              )}
              : {message}
            </li>
          );
        })}
      </ul>
      {data && data.total > limit && (
        <div className="pt-3">
          <Pagination
            {...{ page, limit, total: data.total, from: data.from, to: data.to }}
            onPage={(page) => setPage({ page, limit })}
            onLimit={(limit) => setPage({ page: 1, limit })}
          />
        </div>
      )}
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Operation } from '#contracts/calls/answers/operations.ts';
import { read } from '../../api/queries.ts';
import { useText } from '../../i18n/index.ts';
import { setParam, useAddressParams } from '../../layout/address-params.ts';
import { StoppedAtCases } from '../../layout/stopped-at-cases.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** Asks about the worked examples at which an operation stopped. */
export function AcceptCasesButton({ operation }: { operation: Operation }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={ListChecks} size="sm" label={t('history.accept_cases', { id: operation.id })} onClick={() => setOpen(true)} />
      {open && <AcceptCasesDialog operation={operation} onClose={() => setOpen(false)} />}
    </>
  );
}

/** `?accept=` in the address, where a notice leads, asks about that operation; one that waits no more is only found in the list. */
export function AcceptCasesOfAddress() {
  const [address, changeAddress] = useAddressParams();
  const named = Number(address.get('accept'));
  const [id, setId] = useState<number>();
  useEffect(() => {
    if (!(named > 0)) return;
    setId(named);
    changeAddress((params) => setParam(params, 'accept', null));
  }, [named, changeAddress]);
  const { data } = useQuery({
    queryKey: ['operations', id],
    ...read<Operation>(`operations/${id}`),
    enabled: id !== undefined,
    placeholderData: undefined,
  });
  return data?.run?.awaits_acceptance && <AcceptCasesDialog operation={data} onClose={() => setId(undefined)} />;
}

function AcceptCasesDialog({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog open size="lg" onClose={onClose} title={t('notice.broken_title', { n: operation.run!.broken_cases.length })}>
      <StoppedAtCases operation={operation} onDecided={onClose} />
    </Dialog>
  );
}

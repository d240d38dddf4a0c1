import { isEmpty } from '#contracts/body-schemas.ts';
import { columns } from '#contracts/columns.ts';
import type { Contract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { formatDateTime, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { NO_VALUE } from '../../ui/feedback/feedback.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Cell } from '../list/cell.tsx';
import { type FormValues, findConflictingFields } from './form-state.ts';

interface ConflictDialogProps {
  contract: Contract;
  /** The values that the person changed. */
  mine: FormValues;
  /** The values that they started from. */
  base: Row;
  /** The record as it is now. */
  theirs: Row;
  /** The person who saved it, where known. */
  savedBy: string | undefined;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved first: shows both versions of each field that differs and lets the person choose. */
export function ConflictDialog({ contract, mine, base, theirs, savedBy, onMine, onTheirs, onClose }: ConflictDialogProps) {
  const { t, lang } = useText();
  const { user } = useSession();
  const isOwn = savedBy !== undefined && savedBy === user?.name;
  const names = [...new Set([...findConflictingFields(contract, mine, theirs), ...findConflictingFields(contract, base, theirs)])].filter(
    (name) => !contract.fields[name]!.readonly,
  );
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t(isOwn ? 'form.conflict_own' : 'form.conflict_title')}
      footer={
        <>
          <Button onClick={onClose}>{t('form.conflict_later')}</Button>
          <Button onClick={onTheirs}>{t('form.conflict_theirs')}</Button>
          <Button variant="primary" onClick={onMine}>
            {t('form.conflict_mine')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-table">
        {t(savedBy ? 'form.conflict_by' : 'form.conflict_at', {
          name: savedBy ?? '',
          time: formatDateTime(String(theirs.updated_at ?? '')),
        })}{' '}
        {t('form.conflict_text')}
      </p>
      <div className="table-scroll">
        <table className="data-table">
          <thead>
            <tr>
              <th>{t('form.conflict_field')}</th>
              <th>{t('form.conflict_yours')}</th>
              <th>{t('form.conflict_now')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const [column] = columns(contract.fields, [name]);
              const show = (value: unknown) => (isEmpty(value) ? NO_VALUE : <Cell column={column!} value={value} />);
              return (
                <tr key={name}>
                  <td>{contract.fields[name]!.label[lang]}</td>
                  <td data-wrap>{name in mine ? show(mine[name]) : t('form.conflict_untouched')}</td>
                  <td data-wrap>{show(theirs[name])}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

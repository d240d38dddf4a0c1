import { Download } from 'lucide-react';
import { saveFile } from '../../../api/files.ts';
import { useSession } from '../../../api/session.tsx';
import { formatDate, officeToday, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CopyButton } from '../copy-button.tsx';

/** The recovery codes, shown once, to be copied or saved as a file; the dialog stays until the user confirms that they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useText();
  const { user } = useSession();
  const save = () => {
    const head = t('user.factor_codes_head', { name: user?.username ?? '', date: formatDate(officeToday()), site: location.host });
    const text = [head, '', ...codes, '', t('user.factor_codes_once')].join('\r\n');
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'tensu-recovery-codes.txt');
  };
  return (
    <Dialog
      open
      modalOnly
      onClose={onKept}
      title={t('user.factor_codes')}
      footer={
        <>
          <CopyButton text={codes.join('\n')}>{t('user.factor_codes_copy')}</CopyButton>
          <Button icon={Download} onClick={save}>
            {t('user.factor_codes_save')}
          </Button>
          <Button variant="primary" onClick={onKept}>
            {t('user.factor_codes_kept')}
          </Button>
        </>
      }
    >
      <p className="mb-3">{t('user.factor_codes_text')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded border border-line bg-sunken px-4 py-3 tabular-nums select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}

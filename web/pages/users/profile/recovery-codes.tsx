import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** The recovery codes, shown once; the dialog stays until the user confirms that they are saved. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
  return (
    <Dialog
      open
      modalOnly
      onClose={onKept}
      title={t('user.factor_codes')}
      footer={
        <>
          <Button icon={copied ? Check : Copy} onClick={() => void copy().catch(() => setCopied(false))}>
            {t(copied ? 'user.factor_codes_copied' : 'user.factor_codes_copy')}
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

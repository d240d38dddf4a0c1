import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CopyButton } from '../copy-button.tsx';
import type { MadeToken } from './make-token-dialog.tsx';

/** A new key, shown once, with the steps that bring a list into Excel or Power BI; the dialog stays until the user confirms that it is kept. */
export function ShownToken({ token, lists, onKept }: MadeToken & { onKept: () => void }) {
  const { t } = useText();
  const [list, setList] = useState(lists[0]?.value ?? '');
  const address = `${window.location.origin}/api/v1/${list}/export?format=json`;
  return (
    <Dialog
      open
      modalOnly
      size="md"
      onClose={onKept}
      title={t('user.token_new')}
      footer={
        <>
          <CopyButton text={token}>{t('user.token_copy')}</CopyButton>
          <Button variant="primary" onClick={onKept}>
            {t('user.token_kept')}
          </Button>
        </>
      }
    >
      <p className="mb-3">{t('user.token_new_text')}</p>
      <Code text={token} />
      <h3 className="mt-5 mb-2 font-semibold">{t('user.token_steps')}</h3>
      <ol className="list-decimal space-y-2 pl-5">
        <li>{t('user.token_step_web')}</li>
        <li>
          {t('user.token_step_address')}
          <Select aria-label={t('user.token_list')} className="my-2 max-w-80" value={list} onChange={setList} options={lists} />
          <Code text={address} />
          <CopyButton text={address}>{t('user.token_copy_address')}</CopyButton>
        </li>
        <li>{t('user.token_step_basic')}</li>
        <li>{t('user.token_step_refresh')}</li>
      </ol>
    </Dialog>
  );
}

function Code({ text }: { text: string }) {
  return <code className="my-2 block rounded border border-line bg-sunken px-3 py-2 break-all select-all">{text}</code>;
}

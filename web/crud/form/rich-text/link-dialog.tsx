import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { LINK_ADDRESS } from '#contracts/rich-text.ts';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { focusText } from './focus-text.ts';

/** Sets, changes or takes away the link under the selection; without a selection the address itself is written. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useText();
  const [address, setAddress] = useState((editor.getAttributes('link').href as string | undefined) ?? '');
  const [refused, setRefused] = useState(false);
  const linked = editor.isActive('link');

  const set = () => {
    const href = completeAddress(address.trim());
    if (!LINK_ADDRESS.test(href)) return setRefused(true);
    if (!linked && editor.state.selection.empty) {
      editor
        .chain()
        .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else editor.chain().extendMarkRange('link').setLink({ href }).run();
    close();
  };
  const close = () => {
    onClose();
    focusText(editor);
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t('editor.link')}
      footer={
        <>
          {linked && (
            <Button
              onClick={() => {
                editor.chain().extendMarkRange('link').unsetLink().run();
                close();
              }}
            >
              {t('editor.link_remove')}
            </Button>
          )}
          <Button onClick={close}>{t('control.cancel')}</Button>
          <Button variant="primary" onClick={set}>
            {t('editor.link_set')}
          </Button>
        </>
      }
    >
      <Field label={t('editor.link_address')} error={refused ? t('editor.link_bad') : undefined}>
        <TextInput
          autoFocus
          type="url"
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            set();
          }}
        />
      </Field>
    </Dialog>
  );
}

/** An address as people type it, with what leads to it. */
function completeAddress(address: string): string {
  if (address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
  return /^[^\s@/]+@[^\s@/]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}

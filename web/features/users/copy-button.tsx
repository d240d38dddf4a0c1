import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/feedback.tsx';

/** Copies a text that is shown only once. Where the browser refuses, a notice says how it is done by hand. */
export function CopyButton({ text, children, variant }: { text: string; children: string; variant?: ButtonProps['variant'] }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      // Without a secure connection there is no clipboard at all.
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
      notify.failure({ title: t('user.copy_failed'), text: t('user.copy_by_hand') });
    }
  };
  return (
    <Button variant={variant} icon={copied ? Check : Copy} onClick={() => void copy()}>
      {copied ? t('user.copied') : children}
    </Button>
  );
}

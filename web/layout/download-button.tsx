import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button, type ButtonProps } from '../ui/button.tsx';

/** Saves an answer of the API as a file, once at a time. */
export function DownloadButton({ download, ...button }: ButtonProps & { download: () => Promise<unknown> }) {
  const saving = useMutation({ mutationFn: download });
  return <Button icon={Download} loading={saving.isPending} onClick={() => saving.mutate()} {...button} />;
}

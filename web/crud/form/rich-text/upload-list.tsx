import { CircleAlert } from 'lucide-react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import type { ImageUploads } from './use-image-uploads.ts';

/** Upload progress of each image with a cancel button, and why the last one failed. */
export function UploadList({ uploads: { sending, error } }: { uploads: ImageUploads }) {
  const { t } = useText();
  return (
    <>
      {sending.map(({ id, name, share, cancel }) => (
        <div key={id} className="border-b border-line px-3 py-2">
          <ProgressBar label={t('editor.uploading', { filename: name })} done={Math.round(share * 100)} total={100}>
            <Button size="sm" onClick={cancel}>
              {t('control.cancel')}
            </Button>
          </ProgressBar>
        </div>
      ))}
      <div role="alert">
        {error && (
          <p className="flex items-start gap-1 border-b border-line px-3 py-2 text-table text-danger">
            <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
            <span>{error}</span>
          </p>
        )}
      </div>
    </>
  );
}

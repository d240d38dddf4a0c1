import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { UploadAnswer } from '#contracts/calls/answers/uploads.ts';
import { IMAGE_TYPES } from '#contracts/calls/uploads.ts';
import { api } from '../../../api/client.ts';
import { errorLines } from '../../../api/error-lines.ts';
import { useText } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';

/** One picture: uploaded as soon as it is chosen, its address is the field's value. */
export function PictureField({ name }: { name: string }) {
  const { t } = useText();
  const id = useId();
  const { field, fieldState } = useController({ name });
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const url = field.value as string | null;
  const send = async (file: File | undefined) => {
    if (!file) return;
    setFailure(undefined);
    setShare(0);
    const form = new FormData();
    form.set('upload', file, file.name);
    try {
      field.onChange((await api.upload<UploadAnswer>('upload', form, setShare)).url);
    } catch (error) {
      setFailure(errorLines(error).join(' '));
    } finally {
      setShare(null);
    }
  };
  const error = failure ?? fieldState.error?.message;
  return (
    <div className="flex flex-col items-start gap-2">
      {url ? (
        <>
          <img src={url} alt={t('question.picture')} className="max-h-40 max-w-full rounded border border-line object-contain" />
          <Button size="sm" icon={Trash2} onClick={() => field.onChange(null)}>
            {t('question.remove_picture')}
          </Button>
        </>
      ) : (
        <label
          htmlFor={id}
          className={cx(
            buttonClass('plain', 'md'),
            'relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
          )}
        >
          <ImagePlus size={16} aria-hidden />
          {t('question.add_picture')}
          <input
            id={id}
            type="file"
            accept={IMAGE_TYPES.join(',')}
            disabled={share !== null}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={(event) => void send(event.target.files?.[0])}
          />
        </label>
      )}
      {share !== null && <ProgressBar label={t('question.picture')} done={Math.round(share * 100)} total={100} />}
      <p role="alert" className="text-legend text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import type { PercentCrop } from 'react-image-crop';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { ImageCrop } from '../../../ui/inputs/image-crop.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type CroppedImage, cropImage } from './crop-image.ts';

interface ImageDialogProps {
  file: File;
  onClose: () => void;
  onReady: (file: File, image: CroppedImage, alt: string) => void;
}

const ALT_LENGTH = 500;
const WHOLE: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

/** Cuts a picked image to the part that is wanted, all of it at first, and takes the words for those who can't see it. */
export default function ImageDialog({ file, onClose, onReady }: ImageDialogProps) {
  const { t } = useText();
  const picture = useRef<HTMLImageElement>(null);
  const [address, setAddress] = useState<string>();
  const [crop, setCrop] = useState<PercentCrop>(WHOLE);
  const [alt, setAlt] = useState('');
  const [state, setState] = useState<'loading' | 'ready' | 'cutting' | 'unreadable'>('loading');
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);

  const insert = async () => {
    setState('cutting');
    try {
      onReady(file, await cropImage(picture.current!, crop, file.type), alt.trim());
    } catch {
      setState('unreadable');
    }
  };
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={t('editor.image')}
      footer={
        <>
          <Button onClick={onClose}>{t('control.cancel')}</Button>
          <Button
            variant="primary"
            disabled={state === 'loading' || state === 'unreadable' || alt.trim().length > ALT_LENGTH}
            loading={state === 'cutting'}
            onClick={() => void insert()}
          >
            {t('editor.image_insert')}
          </Button>
        </>
      }
    >
      {state === 'unreadable' ? (
        <p role="alert" className="text-danger">
          {t('editor.image_unreadable', { filename: file.name })}
        </p>
      ) : (
        <>
          <p className="mb-3 text-table text-muted">{t('editor.image_crop')}</p>
          <div className="mb-4">
            <ImageCrop
              src={address}
              image={picture}
              crop={crop}
              onChange={setCrop}
              onLoad={() => setState('ready')}
              onError={() => setState('unreadable')}
            />
          </div>
          <Field label={t('editor.image_alt')} help={t('editor.image_alt_help')}>
            <TextInput
              value={alt}
              maxLength={ALT_LENGTH}
              onChange={(event) => setAlt(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          </Field>
        </>
      )}
    </Dialog>
  );
}

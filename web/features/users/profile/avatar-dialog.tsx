import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import type { UploadAnswer } from '#contracts/calls/answers/uploads.ts';
import { api } from '../../../api/client.ts';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/feedback/feedback.tsx';
import { drawCrop, toBlob } from '../../../ui/inputs/draw-crop.ts';
import { ImageCrop } from '../../../ui/inputs/image-crop.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

interface AvatarDialogProps {
  /** The picked image, as a data: address. */
  image: string;
  onClose: () => void;
  onDone: () => void;
}

/** Cuts a square out of the picked image and sends it. */
export default function AvatarDialog({ image, onClose, onDone }: AvatarDialogProps) {
  const { t } = useText();
  const picture = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const form = new FormData();
      form.set('avatar', await cropToJpeg(picture.current!, crop!), 'avatar.jpg');
      return await api.upload<UploadAnswer>('me/avatar', form);
    },
    onSuccess: onDone,
  });
  const unreadable = () => {
    notify.failure({ title: t('notice.failure'), text: t('notice.select_image') });
    onClose();
  };
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={t('user.avatar')}
      footer={
        <>
          <Button onClick={onClose}>{t('control.cancel')}</Button>
          <Button variant="primary" disabled={!crop || crop.width === 0} loading={isPending} onClick={() => mutate()}>
            {t('user.avatar_save')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-table text-muted">{t('user.avatar_crop')}</p>
      <ImageCrop
        src={image}
        image={picture}
        crop={crop}
        onChange={setCrop}
        onLoad={(event) => setCrop(centerSquare(event.currentTarget))}
        onError={unreadable}
        round
      />
    </Dialog>
  );
}

/** The largest square in the middle of the image. */
function centerSquare({ width, height }: HTMLImageElement): PercentCrop {
  const size = width > height ? { unit: '%' as const, height: 90 } : { unit: '%' as const, width: 90 };
  return centerCrop(makeAspectCrop(size, 1, width, height), width, height);
}

/** The part of an image in a square frame as a JPEG of at most 512 px; transparent parts become white. */
function cropToJpeg(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  return toBlob(drawCrop(image, crop, 512, '#ffffff'), 'image/jpeg', 0.5);
}

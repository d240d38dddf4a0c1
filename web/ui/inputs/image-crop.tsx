import type { ReactEventHandler, RefObject } from 'react';
import { type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { useText } from '../../i18n/index.ts';

interface ImageCropProps {
  /** The image's address; nothing is drawn before it is known. */
  src: string | undefined;
  image: RefObject<HTMLImageElement | null>;
  crop: PercentCrop | undefined;
  onChange: (crop: PercentCrop) => void;
  onLoad: ReactEventHandler<HTMLImageElement>;
  onError: () => void;
  /** A circle is cut out: the frame stays square. */
  round?: boolean;
}

/** An image with a frame on it that is moved and drawn by pointer or arrow keys. It is heavy: for code that loads where it is used. */
export function ImageCrop({ src, image, crop, onChange, onLoad, onError, round = false }: ImageCropProps) {
  const { t } = useText();
  const handle = t('user.crop_handle');
  const handles = Object.fromEntries(HANDLES.map((name) => [name, handle])) as Record<(typeof HANDLES)[number], string>;
  return (
    <div className="flex min-h-65 items-center justify-center rounded bg-sunken sm:min-w-85">
      {src && (
        <ReactCrop
          crop={crop}
          onChange={(_, percent) => onChange(percent)}
          keepSelection
          ariaLabels={{ cropArea: t('user.crop_area'), ...handles }}
          {...(round ? { aspect: 1, circularCrop: true, minWidth: 40 } : { minWidth: 16, minHeight: 16 })}
        >
          <img ref={image} src={src} alt="" className="max-h-[45vh]" onLoad={onLoad} onError={onError} />
        </ReactCrop>
      )}
    </div>
  );
}

const HANDLES = [
  'nwDragHandle',
  'nDragHandle',
  'neDragHandle',
  'eDragHandle',
  'seDragHandle',
  'sDragHandle',
  'swDragHandle',
  'wDragHandle',
] as const;

import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import type { UploadAnswer } from '#contracts/calls/answers/uploads.ts';
import { TEXT_IMAGES_MAX } from '#contracts/rich-text.ts';
import { ApiError, errorLines, isSilent } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { translate } from '../../../i18n/index.ts';
import { trackInput } from '../../../ui/hooks/pending-inputs.ts';
import type { CroppedImage } from './crop-image.ts';
import { focusText } from './focus-text.ts';

/** An image being uploaded. */
export interface UploadProgress {
  id: number;
  name: string;
  /** Sent share, 0 to 1. */
  share: number;
  cancel: () => void;
}

export interface ImageUploads {
  /** Files that wait to be cut, the first one now. */
  picked: readonly File[];
  /** Files that were picked so far: names the one being cut. */
  pickedCount: number;
  sending: readonly UploadProgress[];
  error: string | undefined;
  add: (files: readonly File[]) => void;
  /** Drops the file being cut. */
  leaveOut: () => void;
  /** Uploads the cut image and puts it where the cursor is. */
  send: (file: File, image: CroppedImage, alt: string) => void;
}

/** Images into the text: picked, cut, sent with progress, placed; as many as a text may hold. */
export function useImageUploads(editor: Editor): ImageUploads {
  const [picked, setPicked] = useState<readonly File[]>([]);
  const [pickedCount, setPickedCount] = useState(0);
  const [sending, setSending] = useState<readonly UploadProgress[]>([]);
  const [error, setError] = useState<string>();
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers) controller.abort();
    };
  }, []);

  const add = (files: readonly File[]) => {
    const images = files.filter(({ type }) => type.startsWith('image/'));
    const room = Math.max(0, TEXT_IMAGES_MAX - countImages(editor) - picked.length - sending.length);
    setError(
      images.length > room
        ? translate('editor.images_max', { limit: TEXT_IMAGES_MAX })
        : images.length < files.length
          ? translate('notice.select_image')
          : undefined,
    );
    setPicked([...picked, ...images.slice(0, room)]);
  };
  const leaveOut = () => {
    setPicked((files) => files.slice(1));
    setPickedCount((count) => count + 1);
    if (picked.length <= 1) focusText(editor);
  };
  /** Answers whether the image is in the text; one that was stopped is not missed. */
  const send = async (file: File, { blob, width, height }: CroppedImage, alt: string): Promise<boolean> => {
    leaveOut();
    const controller = new AbortController();
    running.current.add(controller);
    const id = performance.now();
    setSending((others) => [...others, { id, name: file.name, share: 0, cancel: () => controller.abort() }]);
    const form = new FormData();
    form.set('upload', blob, file.name);
    try {
      const onProgress = (share: number) => setSending((all) => all.map((one) => (one.id === id ? { ...one, share } : one)));
      const { url } = await api.upload<UploadAnswer>('upload', form, onProgress, { signal: controller.signal });
      if (!editor.isDestroyed) {
        // The line after it takes the cursor: typing on a selected image would replace it.
        const image = { type: 'image', attrs: { src: url, alt, width, height } };
        editor.commands.insertContentAt(editor.state.selection.to, [image, { type: 'paragraph' }]);
      }
      return true;
    } catch (failure) {
      if (isSilent(failure)) return true;
      setError(toUploadError(failure, file.name));
      return false;
    } finally {
      running.current.delete(controller);
      setSending((all) => all.filter((one) => one.id !== id));
    }
  };
  return { picked, pickedCount, sending, error, add, leaveOut, send: (...image) => trackInput(send(...image)) };
}

/** The images among what is pasted or dropped. */
export function findImages(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

function countImages({ state }: Editor): number {
  let count = 0;
  state.doc.descendants(({ type }) => {
    if (type.name === 'image') count += 1;
  });
  return count;
}

/** The server's own words; where none came, that the file did not get there. */
function toUploadError(failure: unknown, filename: string): string {
  const answered = failure instanceof ApiError && !failure.isNetwork;
  return answered ? errorLines(failure).join(' ') : translate('editor.upload_failed', { filename });
}

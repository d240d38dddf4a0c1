import type { Text } from '../text.ts';

/** Images that may be uploaded, by what their first bytes say. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const IMAGE_BYTES = 5 * 1024 * 1024;

export const UPLOAD_LABELS: Record<'avatar' | 'upload', Text> = {
  avatar: { vi: 'Ảnh đại diện', en: 'Avatar' },
  upload: { vi: 'Hình ảnh', en: 'Image' },
};

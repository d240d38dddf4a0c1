import type { PercentCrop } from 'react-image-crop';

const SIDE_MAX = 512;
const QUALITY = 0.5;

/** The part of an image that a square frame shows, as a JPEG of quality 0.5 with sides of 512 px at most; what is transparent becomes white. */
export async function croppedJpeg(image: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  const [x, width] = [crop.x, crop.width].map((percent) => (percent / 100) * image.naturalWidth) as [number, number];
  const [y, height] = [crop.y, crop.height].map((percent) => (percent / 100) * image.naturalHeight) as [number, number];
  const side = Math.max(1, Math.round(Math.min(SIDE_MAX, width)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, side, side);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be cut'))), 'image/jpeg', QUALITY);
  });
}

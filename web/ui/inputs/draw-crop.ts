import type { PercentCrop } from 'react-image-crop';

/**
 * The part of an image inside a frame, drawn with no side longer than `sideMax` px. What is transparent in it stays so, or becomes `ground`, which a
 * JPEG needs.
 */
export function drawCrop(image: HTMLImageElement, crop: PercentCrop, sideMax: number, ground?: string): HTMLCanvasElement {
  const [x, width] = [crop.x, crop.width].map((percent) => (percent / 100) * image.naturalWidth) as [number, number];
  const [y, height] = [crop.y, crop.height].map((percent) => (percent / 100) * image.naturalHeight) as [number, number];
  const scale = Math.min(1, sideMax / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d')!;
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The canvas as a file. */
export function toBlob(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be cut'))), type, quality);
  });
}

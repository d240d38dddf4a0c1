const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

/** What stands for an image in a plain text. */
export const IMAGE_WORDS = { vi: 'Hình ảnh', en: 'Image' } as const;

/** Formatted text as plain text, one line per paragraph; an image as `image` and its description. */
export function toPlainText(html: string, image: string): string {
  return html
    .replaceAll(/<img\b[^<>]*>/g, (tag) => `\n[${describeImage(tag, image)}]\n`)
    .replaceAll(/<br\b[^<>]*>|<\/(?:p|div|li|h[1-3]|blockquote)>/g, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|nbsp|amp);/g, (_, name: string) => CHARACTERS[name]!)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

function describeImage(tag: string, image: string): string {
  const alt = /\balt="([^"]*)"/.exec(tag)?.[1];
  return alt ? `${image}: ${alt}` : image;
}

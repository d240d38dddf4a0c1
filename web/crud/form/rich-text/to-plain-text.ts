const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

/** Formatted text as words alone, a line a paragraph; an image by what it says, after `image`. */
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

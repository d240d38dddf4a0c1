const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

/** Formatted text as words alone, a line a paragraph; an image by what it says, after `image`. */
export function toPlainText(html: string, image: string): string {
  return html
    .replaceAll(/<img\b(?:[^>]*?\balt="([^"]*)")?[^>]*>/g, (_, alt?: string) => `\n[${alt ? `${image}: ${alt}` : image}]\n`)
    .replaceAll(/<br\b[^>]*>|<\/(?:p|div|li|h[1-3]|blockquote)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|nbsp|amp);/g, (_, name: string) => CHARACTERS[name]!)
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}

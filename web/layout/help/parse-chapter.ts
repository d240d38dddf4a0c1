/** A part of a chapter as it is drawn. */
export type Block =
  | { readonly kind: 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'steps' | 'points'; readonly items: readonly string[] }
  | { readonly kind: 'picture'; readonly name: string; readonly text: string };

/**
 * Reads a chapter: parts with an empty line between them, each a `## heading`, steps (`1. …`), points (`- …`), a picture `![what it shows](name)`
 * or a paragraph. `**words**` are names on the screen.
 */
export function parseChapter(source: string): Block[] {
  return source
    .trim()
    .split(/\n\n+/)
    .map((part): Block => {
      const picture = /^!\[(.+)\]\(([\w-]+)\)$/.exec(part);
      if (picture) return { kind: 'picture', text: picture[1]!, name: picture[2]! };
      if (part.startsWith('## ')) return { kind: 'heading', text: part.slice(3) };
      const lines = part.split('\n');
      if (lines.every((line) => /^\d+\. /.test(line))) return { kind: 'steps', items: lines.map((line) => line.replace(/^\d+\. /, '')) };
      if (lines.every((line) => line.startsWith('- '))) return { kind: 'points', items: lines.map((line) => line.slice(2)) };
      return { kind: 'text', text: part };
    });
}

/** The names on the screen that a chapter mentions, each once. */
export function listNames(source: string): string[] {
  return [...new Set([...source.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name))];
}

import { FONT_SIZES, fontSizeOf, IMAGE_PATH } from '#contracts/rich-text.ts';

const HIDDEN = /<!--[\s\S]*?-->|<(style|script|title|xml)\b[\s\S]*?<\/\1\s*>/gi;
const TAG = /<(\/?)([a-z][a-z0-9:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const ALLOWED_ATTRIBUTES = ['href', 'alt', 'width', 'height', 'start', 'data-pm-slice'];

/**
 * Pasted HTML without inline styles and event handlers: the pages' policy refuses them even in a document that is only parsed, and reports it.
 * What the styles meant for letters (size, bold, italic, underline) is said by tags instead. This is no safeguard: the editor's list of
 * tags and the server are.
 */
export function toPlainMarkup(html: string): string {
  const closing: Record<string, string[]> = { span: [], b: [] };
  return html.replaceAll(HIDDEN, '').replaceAll(TAG, (_, slash: string, name: string, rest: string) => {
    const tag = name.toLowerCase();
    const open = closing[tag];
    if (slash) return open ? (open.pop() ?? '') : `</${tag}>`;
    const attributes = Object.fromEntries([...rest.matchAll(ATTRIBUTE)].map(([, key, ...values]) => [key!.toLowerCase(), values.join('')]));
    const kept = ALLOWED_ATTRIBUTES.flatMap((key) =>
      attributes[key] === undefined ? [] : [` ${key}="${attributes[key].replaceAll('"', '&quot;')}"`],
    ).join('');
    if (tag === 'img') return IMAGE_PATH.test(attributes.src ?? '') ? `<img src="${attributes.src}"${kept}>` : '';
    if (!open) return `<${tag}${kept}>`;
    const tags = [
      ...(tag === 'b' && !/font-weight:\s*normal/i.test(attributes.style ?? '') ? ['strong'] : []),
      ...parseLetterStyle(attributes),
    ];
    open.push(
      tags
        .map((one) => `</${one.split(' ')[0]}>`)
        .reverse()
        .join(''),
    );
    return tags.map((one) => `<${one}>`).join('');
  });
}

/** The tags that say what a span's class and style do to its letters. */
function parseLetterStyle({ class: classes = '', style = '' }: Record<string, string>): string[] {
  const own = Number(/(?:^|\s)fs-(\d+)(?:\s|$)/.exec(classes)?.[1]);
  const size = (FONT_SIZES as readonly number[]).includes(own) ? own : fontSizeOf(/font-size:\s*([^;!]+)/i.exec(style)?.[1] ?? '');
  return [
    ...(size ? [`span class="fs-${size}"`] : []),
    ...(/font-weight:\s*(?:bold|[6-9]00)/i.test(style) ? ['strong'] : []),
    ...(/font-style:\s*italic/i.test(style) ? ['em'] : []),
    ...(/text-decoration[a-z-]*:[^;]*underline/i.test(style) ? ['u'] : []),
  ];
}

import sanitizeHtml from 'sanitize-html';
import {
  FONT_SIZES,
  fontSizeOf,
  IMAGE_PATH,
  IMAGE_SIDE_MAX,
  LINK_ADDRESS,
  stripImageSignatures,
  TEXT_IMAGES_MAX,
} from '../contracts/rich-text.ts';

/** Broken markup may be parsed differently after one pass, so it is sanitized until it no longer changes. */
const MAX_PASSES = 6;

/**
 * Formatted text from anywhere as the HTML that may be stored and shown: a short list of tags, links to http, https and mailto only, sizes as
 * classes, our own uploaded images only, by their bare path, at most ten of them. A text without any tag keeps its line breaks. Cleaning twice changes nothing more.
 */
export function sanitizeRichText(html: string): string {
  let settled = sanitizeOnce(html);
  for (let pass = 1, before = html; settled !== before && pass < MAX_PASSES; pass++) {
    before = settled;
    settled = sanitizeOnce(before);
  }
  return settled;
}

function sanitizeOnce(html: string): string {
  let images = 0;
  const kept = sanitizeHtml(html, {
    ...ALLOWED,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && (!IMAGE_PATH.test(attribs.src ?? '') || ++images > TEXT_IMAGES_MAX),
  }).trim();
  return /<[a-z]/.test(kept) ? kept : kept.replaceAll(/\r\n?|\n/g, '<br />');
}

const EXTERNAL_LINK: Record<string, string> = { target: '_blank', rel: 'noopener noreferrer' };

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'div', 'br', 'h1', 'h2', 'h3', 'blockquote', 'ul', 'ol', 'li', 'strong', 'em', 'u', 's', 'a', 'span', 'img'],
  allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start'], span: ['class'], img: ['src', 'alt', 'width', 'height'] },
  allowedClasses: { span: FONT_SIZES.map((size) => `fs-${size}`) },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 40,
  // What is inside these is no text for people.
  nonTextTags: [
    ...[
      'script',
      'style',
      'textarea',
      'option',
      'select',
      'noscript',
      'title',
      'head',
      'iframe',
      'frameset',
      'object',
      'applet',
      'svg',
      'math',
    ],
    ...['template', 'xmp', 'noembed', 'noframes', 'plaintext', 'audio', 'video', 'canvas'],
  ],
  transformTags: {
    b: 'strong',
    i: 'em',
    ins: 'u',
    del: 's',
    strike: 's',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    tr: 'div',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: LINK_ADDRESS.test(href) ? { href, ...EXTERNAL_LINK } : ({} as Record<string, string>),
    }),
    ol: (tagName, { start = '' }) => ({ tagName, attribs: omitEmpty({ start: keepDigits(start) }) }),
    span: (tagName, { class: classes = '', style = '' }) => ({ tagName, attribs: omitEmpty({ class: sizeClass(classes, style) }) }),
    img: (tagName, { src = '', alt = '', width = '', height = '' }) => ({
      tagName,
      attribs: omitEmpty({
        src: stripImageSignatures(src),
        alt: alt.slice(0, 500),
        ...limitImageSize(keepDigits(width), keepDigits(height)),
      }),
    }),
  },
};

function sizeClass(classes: string, style: string): string {
  const own = /(?:^|\s)(fs-\d+)(?:\s|$)/.exec(classes)?.[1];
  const styled = /(?:^|;)\s*font-size\s*:\s*([^;!]+)/i.exec(style)?.[1];
  const size = styled === undefined ? null : fontSizeOf(styled);
  return own ?? (size === null ? '' : `fs-${size}`);
}

/** The size of an image tag, made smaller in proportion where a side is longer than any screen shows; none for a size of 0. */
function limitImageSize(width: string, height: string): Record<string, string> {
  const shrink = Math.min(1, IMAGE_SIDE_MAX / Math.max(Number(width), Number(height), 1));
  const bounded = (side: string) => (Number(side) > 0 ? String(Math.max(1, Math.round(Number(side) * shrink))) : '');
  return { width: bounded(width), height: bounded(height) };
}

function keepDigits(value: string): string {
  return /^\d{1,4}$/.test(value) ? value : '';
}

/** The attributes that have a value. */
function omitEmpty(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''));
}

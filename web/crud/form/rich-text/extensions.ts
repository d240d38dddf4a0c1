import { type Extensions, Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { StarterKit } from '@tiptap/starter-kit';
import { FONT_SIZES, IMAGE_PATH, LINK_ADDRESS } from '#contracts/rich-text.ts';

/** A size of letters, as a class: `fs-18`. */
const FontSize = Mark.create({
  name: 'fontSize',
  addAttributes: () => ({
    size: {
      default: null,
      parseHTML: parseFontSize,
      renderHTML: ({ size }: { size: number | null }) => (size ? { class: `fs-${size}` } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'span', getAttrs: (element) => (parseFontSize(element) === null ? false : null) }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

function parseFontSize(element: HTMLElement): number | null {
  const size = Number(/(?:^|\s)fs-(\d+)(?:\s|$)/.exec(element.className)?.[1]);
  return (FONT_SIZES as readonly number[]).includes(size) ? size : null;
}

/** An image of ours; one from elsewhere, pasted with a page, is left out. */
const OwnImage = Image.extend({
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => (IMAGE_PATH.test(element.getAttribute('src') ?? '') ? null : false) }],
});

/** The markup that a text may hold: the same list as the server's. */
export const extensions: Extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    horizontalRule: false,
    // It would change a text that is only looked at.
    trailingNode: false,
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['mailto'],
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
      isAllowedUri: (address) => LINK_ADDRESS.test(address),
    },
  }),
  FontSize,
  OwnImage,
];

import { EditorContent, useEditor } from '@tiptap/react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';
import { useFieldLabelId, useFieldProps } from '../../../ui/inputs/field.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { toPlainMarkup } from './plain-markup.ts';
import './rich-text.css';
import { type Extensions, Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { StarterKit } from '@tiptap/starter-kit';
import { CircleAlert } from 'lucide-react';
import { FONT_SIZES, IMAGE_PATH, LINK_ADDRESS } from '#contracts/rich-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { findImages, type ImageUploads, useImageUploads } from './use-image-uploads.ts';

const ImageDialog = lazy(() => import('./image-dialog.tsx'));

export interface RichTextProps {
  /** HTML; '' or null for none. */
  value: string | null;
  onChange: (html: string) => void;
  onBlur?: () => void;
}

/** Text with bold, lists, links, sizes and images. Whatever is pasted is cut down to what the server keeps. */
export default function RichTextEditor({ value, onChange, onBlur }: RichTextProps) {
  const { t } = useText();
  const { disabled = false, id, ...described } = useFieldProps();
  const labelId = useFieldLabelId();
  const [linking, setLinking] = useState(false);
  const own = useRef(value ?? '');
  const addImages = useRef<(files: readonly File[], at?: number) => void>(() => undefined);

  const attributes = toAttributes({ id, 'aria-labelledby': labelId, ...described }, disabled);
  const attributesKey = JSON.stringify(attributes);
  const editorProps = useMemo(
    () => ({
      attributes: JSON.parse(attributesKey) as Record<string, string>,
      handleKeyDown: (_: unknown, event: KeyboardEvent) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return false;
        event.preventDefault();
        setLinking(true);
        return true;
      },
      transformPastedHTML: toPlainMarkup,
      handlePaste: (_: unknown, event: ClipboardEvent) => {
        // A spreadsheet's cells come with a picture of themselves: their text is what is meant.
        const files = event.clipboardData?.types.includes('text/html') ? [] : findImages(event.clipboardData);
        if (files.length > 0) addImages.current(files);
        return files.length > 0;
      },
      handleDrop: (view: { posAtCoords: (at: { left: number; top: number }) => { pos: number } | null }, event: DragEvent) => {
        const files = findImages(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        addImages.current(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
        return true;
      },
    }),
    [attributesKey],
  );

  const editor = useEditor({
    extensions,
    content: toPlainMarkup(own.current),
    editable: !disabled,
    injectCSS: false,
    editorProps,
    onUpdate: ({ editor }) => {
      own.current = editor.isEmpty ? '' : editor.getHTML();
      onChange(own.current);
    },
    onBlur: () => onBlur?.(),
  });
  const uploads = useImageUploads(editor);
  addImages.current = (files, at) => {
    if (at !== undefined) editor.commands.setTextSelection(at);
    uploads.add(files);
  };

  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);
  // A reset form, or another's version of the record: not what was typed here.
  useEffect(() => {
    if ((value ?? '') === own.current) return;
    own.current = value ?? '';
    editor.commands.setContent(toPlainMarkup(own.current), { emitUpdate: false });
  }, [editor, value]);

  return (
    <div className={cx('rich-text-frame', disabled && 'rich-text-read', described['aria-invalid'] && 'rich-text-invalid')}>
      {!disabled && <Toolbar editor={editor} onLink={() => setLinking(true)} onImages={uploads.add} />}
      {!disabled && <UploadList uploads={uploads} />}
      <EditorContent editor={editor} className="rich-text-page" />
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
      <Suspense>
        {uploads.picked[0] && (
          <ImageDialog key={uploads.pickedCount} file={uploads.picked[0]} onClose={uploads.leaveOut} onReady={uploads.send} />
        )}
      </Suspense>
      {!disabled && <p className="sr-only">{t('editor.keys')}</p>}
    </div>
  );
}

function toAttributes(given: Readonly<Record<string, unknown>>, readOnly: boolean): Record<string, string> {
  const known = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const all = Object.fromEntries(known) as Record<string, string>;
  if (!readOnly) return { ...all, class: 'rich-text', role: 'textbox', 'aria-multiline': 'true' };
  const { 'aria-required': _, 'aria-invalid': __, ...rest } = all;
  return { ...rest, class: 'rich-text', role: 'group' };
}

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
const extensions: Extensions = [
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

/** Upload progress of each image with a cancel button, and why the last one failed. */
function UploadList({ uploads: { sending, error } }: { uploads: ImageUploads }) {
  const { t } = useText();
  return (
    <>
      {sending.map(({ id, name, share, cancel }) => (
        <div key={id} className="border-b border-line px-3 py-2">
          <ProgressBar label={t('editor.uploading', { filename: name })} done={Math.round(share * 100)} total={100}>
            <Button size="sm" onClick={cancel}>
              {t('control.cancel')}
            </Button>
          </ProgressBar>
        </div>
      ))}
      <div role="alert">
        {error && (
          <p className="flex items-start gap-1 border-b border-line px-3 py-2 text-table text-danger">
            <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
            <span>{error}</span>
          </p>
        )}
      </div>
    </>
  );
}

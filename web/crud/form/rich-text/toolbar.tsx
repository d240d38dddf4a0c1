import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold, ImagePlus, Italic, Link, List, ListOrdered, type LucideIcon, Quote, Redo2, RemoveFormatting, Strikethrough, Underline, Undo2,
} from 'lucide-react'; // biome-ignore format: one list, read as one
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { IMAGE_TYPES } from '#contracts/calls/uploads.ts';
import { FONT_SIZES } from '#contracts/rich-text.ts';
import { type MessageKey, useText } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { CONTROL } from '../../../ui/inputs/field.tsx';

interface ToolbarProps {
  editor: Editor;
  onLink: () => void;
  onImages: (files: readonly File[]) => void;
}

/** One stop of the tab key; the arrows walk its controls. */
export function Toolbar({ editor, onLink, onImages }: ToolbarProps) {
  const { t } = useText();
  const bar = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const state = useEditorState({ editor, selector: ({ editor }) => readState(editor) });
  useEffect(() => setTabStop(bar.current!, listControls(bar.current!)[0]), []);
  // The chain's own `focus` waits for the next frame: what is typed before it would fall on the control.
  const chain = () => {
    editor.view.focus();
    return editor.chain().scrollIntoView();
  };

  const button = (label: MessageKey, icon: LucideIcon, run: () => void, more: { on?: boolean; off?: boolean } = {}) => (
    <IconButton
      size="sm"
      icon={icon}
      label={t(label)}
      className={more.on ? 'bg-accent-soft text-accent' : more.off ? 'opacity-45' : ''}
      aria-pressed={more.on}
      aria-disabled={more.off || undefined}
      onClick={() => !more.off && run()}
    />
  );
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('editor.toolbar')}
      className="rich-text-bar"
      onKeyDown={moveFocus}
      onFocus={(event) => setTabStop(event.currentTarget, event.target as HTMLElement)}
    >
      <select
        aria-label={t('editor.size')}
        value={state.size}
        className={cx(CONTROL, '[&>option]:bg-raised')}
        onChange={(event) => {
          const size = Number(event.target.value);
          if (size) chain().setMark('fontSize', { size }).run();
          else chain().unsetMark('fontSize').run();
        }}
      >
        <option value="">{t('editor.size')}</option>
        {FONT_SIZES.map((size) => (
          <option key={size} value={size}>
            {size} px
          </option>
        ))}
      </select>
      {button('editor.bold', Bold, () => chain().toggleBold().run(), { on: state.bold })}
      {button('editor.italic', Italic, () => chain().toggleItalic().run(), { on: state.italic })}
      {button('editor.underline', Underline, () => chain().toggleUnderline().run(), { on: state.underline })}
      {button('editor.strike', Strikethrough, () => chain().toggleStrike().run(), { on: state.strike })}
      {button('editor.bullets', List, () => chain().toggleBulletList().run(), { on: state.bullets })}
      {button('editor.numbers', ListOrdered, () => chain().toggleOrderedList().run(), { on: state.numbers })}
      {button('editor.quote', Quote, () => chain().toggleBlockquote().run(), { on: state.quote })}
      {button('editor.link', Link, onLink, { on: state.link })}
      {button('editor.image', ImagePlus, () => picker.current!.click())}
      {button('editor.plain', RemoveFormatting, () => chain().unsetAllMarks().clearNodes().run())}
      {button('editor.undo', Undo2, () => chain().undo().run(), { off: !state.canUndo })}
      {button('editor.redo', Redo2, () => chain().redo().run(), { off: !state.canRedo })}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join(',')}
        onChange={(event) => {
          onImages([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

function readState(editor: Editor) {
  const size = editor.getAttributes('fontSize').size as number | null | undefined;
  return {
    size: size ? String(size) : '',
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    bullets: editor.isActive('bulletList'),
    numbers: editor.isActive('orderedList'),
    quote: editor.isActive('blockquote'),
    link: editor.isActive('link'),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  };
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const controls = listControls(event.currentTarget);
  const at = controls.indexOf(event.target as HTMLElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  controls.at(next % controls.length)!.focus();
}

function listControls(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>('button, select')];
}

/** The control that the tab key comes to. */
function setTabStop(bar: HTMLElement, control: HTMLElement | undefined): void {
  const controls = listControls(bar);
  if (!control || !controls.includes(control)) return;
  for (const one of controls) one.tabIndex = one === control ? 0 : -1;
}

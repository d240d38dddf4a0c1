import type { Editor } from '@tiptap/react';

/** Lets typing go on in the text, after a dialog has given the focus back to where it was. */
export function focusText(editor: Editor): void {
  setTimeout(() => editor.isDestroyed || editor.commands.focus(), 50);
}

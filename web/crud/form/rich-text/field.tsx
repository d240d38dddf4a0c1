import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/feedback/feedback.tsx';
import { useFieldProps } from '../../../ui/inputs/field.tsx';
import type { RichTextProps } from './editor.tsx';

const Editor = lazy(() => import('./editor.tsx'));

/** Formatted text; the editor is fetched with the first form that has one. */
export function RichTextField(props: RichTextProps) {
  const { disabled } = useFieldProps();
  return (
    // As high as the editor will be: its buttons take two lines on a phone.
    <Suspense fallback={<Skeleton className={disabled ? 'h-10.5 w-full' : 'h-53.25 w-full sm:h-45.75'} />}>
      <Editor {...props} />
    </Suspense>
  );
}

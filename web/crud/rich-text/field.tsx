import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { RichTextProps } from './editor.tsx';

const Editor = lazy(() => import('./editor.tsx'));

/** Formatted text; the editor is fetched with the first form that has one. */
export function RichTextField(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton className="h-52 w-full" />}>
      <Editor {...props} />
    </Suspense>
  );
}

import { Portal } from '@headlessui/react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** Lists and menus inside open in the dialog or main part that holds `anchor`, not at the end of the page outside every landmark. */
export function InLandmark({ anchor, children }: { anchor: RefObject<HTMLElement | null>; children: ReactNode }) {
  const target = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    target.current = anchor.current?.closest<HTMLElement>('[role=dialog], [role=alertdialog], dialog, main') ?? document.body;
  }, [anchor]);
  return <Portal.Group target={target}>{children}</Portal.Group>;
}

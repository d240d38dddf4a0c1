import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useLocalStorage } from '../../ui/hooks/local-storage.ts';

interface FoldProps {
  /** The name under which the person's choice is kept. */
  name: string;
  title: string;
  /** A summary of the folded content, as much as fits on a line. */
  preview?: string | undefined;
  /** Before the person chose. */
  initiallyOpen?: boolean;
  /** Open whatever was chosen: something in there needs attention. */
  forced?: boolean;
  children: ReactNode;
}

/** A part of a page under a heading that folds it away; what was chosen stays so. Folded, it is not drawn. */
export function Fold({ name, title, preview, initiallyOpen = false, forced = false, children }: FoldProps) {
  const id = useId();
  const [chosen, choose] = useLocalStorage(`fold.${name}`, initiallyOpen);
  const open = chosen || forced;
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <section className="min-w-0 border-t border-line pt-2 first:border-t-0 first:pt-0">
      <h2 className="text-section font-semibold">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => choose(!open)}
          className="-mx-1.5 flex min-h-8 w-[calc(100%+0.75rem)] items-center gap-1.5 rounded px-1.5 text-left hover:bg-hover"
        >
          <Icon size={16} className="shrink-0 text-muted" aria-hidden />
          <span className="shrink-0">{title}</span>
          {!open && preview && <span className="ml-1.5 min-w-0 truncate text-table font-normal text-muted">{preview}</span>}
        </button>
      </h2>
      {open && (
        <div id={id} className="pt-3 pb-2">
          {children}
        </div>
      )}
    </section>
  );
}

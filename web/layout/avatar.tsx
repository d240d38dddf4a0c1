import { cx } from '../ui/cx.ts';

/** A person's picture, or the first letter of the given name, which in Vietnamese comes last. */
export function Avatar({ name, src, large = false }: { name: string; src?: string | null; large?: boolean }) {
  const side = large ? 72 : 28;
  const size = large ? 'size-18' : 'size-7';
  if (src) return <img src={src} alt="" width={side} height={side} className={cx(size, 'shrink-0 rounded-full object-cover')} />;
  return (
    <span
      aria-hidden
      className={cx(
        size,
        'inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent',
        large ? 'text-title' : 'text-table',
      )}
    >
      {name.trim().split(/\s+/).at(-1)?.charAt(0).toUpperCase()}
    </span>
  );
}

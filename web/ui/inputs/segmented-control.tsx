import { useId } from 'react';
import { cx } from '../cx.ts';
import { useAsked } from '../hooks/use-asked.ts';
import type { SelectOption } from './select.tsx';

interface SegmentedControlProps {
  value: string;
  onChange: (value: string) => void | Promise<void>;
  options: readonly SelectOption[];
  label: string;
}

/** One of a few views of the same thing, all in sight; arrow keys move between them as between radio buttons. */
export function SegmentedControl({ value, onChange, options, label }: SegmentedControlProps) {
  const name = useId();
  const [chosen, choose] = useAsked(value, onChange);
  return (
    <div role="radiogroup" aria-label={label} className="grid grid-cols-3 rounded sm:flex border border-line bg-sunken p-0.5">
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex h-7 shrink-0 cursor-pointer items-center justify-center rounded-sm px-2.5 text-table whitespace-nowrap',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-accent',
            option.value === chosen ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
            checked={option.value === chosen}
            onChange={() => choose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

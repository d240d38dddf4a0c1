import { FileSpreadsheet } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { useFieldProps } from './field.tsx';

interface FileInputProps {
  file: File | undefined;
  onChange: (file: File | undefined) => void;
  /** Endings, as the file chooser takes them. */
  accept: string;
}

/** One file, chosen or dropped. The native input covers the whole area invisibly, so keyboards and screen readers can use it. */
export function FileInput({ file, onChange, accept }: FileInputProps) {
  const { t } = useText();
  const [over, setOver] = useState(false);
  const { disabled, ...props } = useFieldProps();
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <div
      className={cx(
        'relative flex min-h-16 items-center gap-3 rounded border border-dashed px-3 py-2 focus-within:outline-2 focus-within:outline-accent',
        over ? 'border-accent bg-hover' : 'border-line-strong',
        props['aria-invalid'] && 'border-danger',
        disabled && 'opacity-60',
      )}
    >
      <FileSpreadsheet size={20} className="shrink-0 text-muted" aria-hidden />
      <span className={cx('line-clamp-2 min-w-0 flex-1 break-words', !file && 'text-muted')} title={file?.name}>
        {file?.name ?? t('imports.no_file')}
      </span>
      <span className="shrink-0 text-table font-medium text-accent">{t(file ? 'imports.choose_other' : 'imports.choose')}</span>
      <input
        {...props}
        type="file"
        accept={accept}
        disabled={disabled}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
        // The same file is a choice, too: it may be another one by now.
        onClick={(event) => {
          event.currentTarget.value = '';
        }}
        onChange={(event) => onChange(event.target.files?.[0])}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          if (!disabled) onChange(event.dataTransfer.files[0]);
        }}
      />
    </div>
  );
}

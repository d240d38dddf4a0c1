import { ArrowLeft } from 'lucide-react';
import { useId } from 'react';
import { type Contract, labelOf } from '#contracts/contract.ts';
import { fieldMessages } from '../../api/api-error.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { FormFrame } from '../form/form-frame.tsx';
import { type FileColumns, type ImportChoice, useImportUpload } from './use-import-upload.ts';

interface ImportMappingProps {
  contract: Contract;
  choice: ImportChoice;
  columns: FileColumns;
  onChange: (choice: ImportChoice) => void;
  onStarted: (id: number) => void;
}

/** Asks which field each column of a file with headings of its own fills, then previews the file. */
export function ImportMapping({ contract, choice, columns: { headings, fields }, onChange, onStarted }: ImportMappingProps) {
  const { t, lang } = useText();
  const id = useId();
  const { mapping = {} } = choice;
  const { upload, share } = useImportUpload(contract, choice, {
    onStarted,
    hasField: true,
    onUnknownHeadings: (columns) => onChange({ ...choice, columns }),
  });
  const label = (field: string) => labelOf(contract, field, lang);
  const headingOf = (field: string) => headings.find(({ heading }) => mapping[heading] === field)?.heading;
  const missing = fields.filter(({ field, required }) => required && headingOf(field) === undefined);
  const refused = Object.values(fieldMessages(upload.error)).join(' ') || undefined;

  const choose = (heading: string, field: string) => {
    upload.reset();
    // Two columns may name one record, by its code and by its name; of any other field the last choice counts.
    const others = Object.entries(mapping).map(([name, other]) => [name, isRef(contract, field) || other !== field ? other : '']);
    onChange({ ...choice, mapping: { ...Object.fromEntries(others), [heading]: field } });
  };
  const optionsFor = (heading: string) =>
    fields.map(({ field, required }) => {
      const other = headingOf(field);
      const hint =
        other !== undefined && other !== heading
          ? t('imports.mapping_of', { column: other })
          : required
            ? t('control.required')
            : undefined;
      return { value: field, label: label(field), ...(hint && { hint }) };
    });

  return (
    <FormFrame
      id={id}
      className="flex flex-col gap-3"
      isRefused={refused !== undefined}
      sendings={upload.submittedAt}
      begins
      onSubmit={() => upload.mutate({ preview: true })}
    >
      <p className="text-muted">{t('imports.mapping_help')}</p>
      <p role="status" className={missing.length > 0 ? 'font-medium text-danger' : 'text-muted'}>
        {missing.length > 0
          ? t('imports.mapping_missing', { fields: missing.map(({ field }) => label(field)).join(', ') })
          : t('imports.mapping_complete')}
      </p>
      <ul className="flex flex-col divide-y divide-line border-t border-line">
        {headings.map(({ heading, samples }) => {
          const field = mapping[heading] ?? '';
          return (
            <li key={heading} className="grid gap-x-6 gap-y-1.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_20rem] sm:items-center">
              <div className="min-w-0">
                <div className="font-medium break-words">{heading}</div>
                <div className="truncate text-table text-muted" title={samples.join(' · ')}>
                  {samples.join(' · ') || t('imports.mapping_no_values')}
                </div>
              </div>
              <Combobox
                value={field === '' ? null : { value: field, label: label(field) }}
                options={optionsFor(heading)}
                onChange={(option) => choose(heading, String(option?.value ?? ''))}
                placeholder={t('imports.skip_column')}
                disabled={upload.isPending}
                aria-label={t('imports.mapping_field', { column: heading })}
              />
            </li>
          );
        })}
      </ul>
      {upload.isPending && <ProgressBar label={t('imports.uploading')} done={Math.round(share * 100)} total={100} />}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-5 py-3">
        <p role="alert" className="mr-auto text-table text-danger">
          {refused}
        </p>
        <Button icon={ArrowLeft} onClick={() => onChange({ ...choice, columns: undefined, mapping: undefined })}>
          {t('control.back')}
        </Button>
        <Button type="submit" variant="primary" loading={upload.isPending}>
          {t('imports.continue')}
        </Button>
      </div>
    </FormFrame>
  );
}

const isRef = ({ fields }: Contract, field: string): boolean => fields[field]?.kind === 'ref';

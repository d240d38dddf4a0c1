import { useMutation } from '@tanstack/react-query';
import { FileDown, FileUp, ListChecks } from 'lucide-react';
import { useId, useState } from 'react';
import { IMPORT_MAX_MB, IMPORT_MAX_ROWS, IMPORT_MODES, type ImportMode, importFields } from '#contracts/calls/imports.ts';
import type { Contract } from '#contracts/contract.ts';
import { ruleMessage, ruleToken } from '#contracts/rules.ts';
import { fieldMessages } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { findTooLong, formatNumber, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { FileInput } from '../../ui/inputs/file-input.tsx';
import { RadioGroup } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { Fold } from '../form/fold.tsx';
import { FormFrame } from '../form/form-frame.tsx';
import { type ImportChoice, useImportUpload } from './use-import-upload.ts';

interface ImportFormProps {
  contract: Contract;
  choice: ImportChoice;
  onChange: (choice: ImportChoice) => void;
  onStarted: (id: number) => void;
  onClose: () => void;
}

/** Asks for the file, for its sheet where it is not the first, and for what happens when rows of it are wrong. */
export function ImportForm({ contract, choice, onChange, onStarted, onClose }: ImportFormProps) {
  const { t, lang } = useText();
  const id = useId();
  const { file, mode, sheet } = choice;
  const [fault, setFault] = useState<string>();
  const template = useMutation({ mutationFn: () => api.download(`${contract.name}/import-template`, `${contract.name}-template`) });
  const { upload, share } = useImportUpload(contract, choice, {
    onStarted,
    hasField: true,
    onUnknownHeadings: (columns) =>
      onChange({ ...choice, columns, mapping: Object.fromEntries(columns.headings.map(({ heading, guess }) => [heading, guess])) }),
  });
  const refused = fault ?? fieldMessages(upload.error).file;

  const choose = (chosen: File | undefined) => {
    upload.reset();
    onChange({ ...choice, file: chosen, columns: undefined, mapping: undefined });
    setFault(chosen && problemOf(chosen));
  };
  const problemOf = (chosen: File): string | undefined => {
    if (!/\.xlsx?$/i.test(chosen.name)) return t('imports.only_excel');
    return chosen.size > IMPORT_MAX_MB * 1024 * 1024 ? t('imports.too_large', { mb: IMPORT_MAX_MB }) : undefined;
  };
  const submit = (preview: boolean) => {
    if (!file) setFault(ruleMessage(ruleToken('required'), t('imports.file'), lang));
    else if (!problemOf(file) && findTooLong(sheet, importFields.sheet.maxLength) === undefined) upload.mutate({ preview });
  };
  const modes = (Object.keys(IMPORT_MODES) as ImportMode[]).map((value) => ({ value, label: IMPORT_MODES[value][lang] }));

  return (
    <FormFrame
      id={id}
      className="flex flex-col gap-7"
      isRefused={refused !== undefined}
      sendings={upload.submittedAt}
      begins
      onSubmit={() => submit(false)}
    >
      <Field
        label={t('imports.file')}
        required
        error={refused}
        disabled={upload.isPending}
        help={t('imports.file_help', { mb: IMPORT_MAX_MB, rows: formatNumber(IMPORT_MAX_ROWS) })}
      >
        <FileInput file={file} onChange={choose} accept=".xlsx,.xls" />
      </Field>
      <Field label={t('imports.mode')} disabled={upload.isPending}>
        <RadioGroup
          className="flex-col items-start!"
          value={mode}
          onChange={(value) => onChange({ ...choice, mode: value as ImportMode })}
          options={modes}
        />
      </Field>
      <Fold name="import-sheet" title={t('imports.sheet')} preview={t('imports.sheet_help')} forced={sheet !== ''}>
        <Field hideLabel label={t('imports.sheet')} disabled={upload.isPending} help={t('imports.sheet_help')}>
          <TextInput
            value={sheet}
            maxLength={importFields.sheet.maxLength}
            onChange={(event) => onChange({ ...choice, sheet: event.target.value, columns: undefined, mapping: undefined })}
          />
        </Field>
      </Fold>
      {upload.isPending && <ProgressBar label={t('imports.uploading')} done={Math.round(share * 100)} total={100} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button className="mr-auto" variant="ghost" icon={FileDown} loading={template.isPending} onClick={() => template.mutate()}>
          {t('imports.template')}
        </Button>
        <Button onClick={onClose}>{t('control.cancel')}</Button>
        <Button icon={ListChecks} loading={upload.isPending && upload.variables.preview} onClick={() => submit(true)}>
          {t('imports.preview')}
        </Button>
        <Button type="submit" variant="primary" icon={FileUp} loading={upload.isPending && !upload.variables.preview}>
          {t('imports.start')}
        </Button>
      </div>
    </FormFrame>
  );
}

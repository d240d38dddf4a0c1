import { RotateCw } from 'lucide-react';
import type { CrawlSample, CrawlSettings, SampleField } from '#contracts/calls/answers/crawl-settings.ts';
import { directFields } from '#contracts/entities/directs.ts';
import type { Text } from '#contracts/text.ts';
import { formatDate, formatNumber, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/feedback.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { ColumnHeads, Table } from '../../../ui/table/table.tsx';
import { type Draft, mapKeyOf, withColumn } from './draft.ts';

interface FieldMapProps {
  saved: CrawlSettings;
  draft: Draft;
  change: (draft: Draft) => void;
  sample: CrawlSample | undefined;
  /** The fields of the form as the source lists them: shown while there is no job to show. */
  form: readonly Pick<SampleField, 'id' | 'name' | 'type' | 'column'>[];
  waiting: boolean;
  error: string | undefined;
  onReadAgain: () => void;
}

/** Every field of one real job with its value, the column that it fills, and what it becomes; then what the map names beside them. */
export function FieldMap({ saved, draft, change, sample, form: listed, waiting, error, onReadAgain }: FieldMapProps) {
  const { t } = useText();
  const fields = sample?.fields ?? [];
  const shown = fields.filter(({ origin }) => origin === 'form');
  const form = shown.length > 0 ? shown : listed.map((field) => ({ ...ABSENT, ...field }));
  const known = new Set(form.flatMap(({ id, name }) => [id, name]));
  const missing = Object.keys(draft.field_map).filter((key) => !known.has(key));
  const setColumn = (field: Pick<SampleField, 'id' | 'name'>, column: string | null) =>
    change({ ...draft, field_map: withColumn(draft.field_map, field, column) });
  return (
    <section className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 className="text-section font-semibold">{t('source.fields')}</h2>
        <Button size="sm" icon={RotateCw} loading={waiting} onClick={onReadAgain}>
          {t('source.sample_again')}
        </Button>
      </div>
      <p className="mb-3 max-w-200 text-table text-muted">{t('source.fields_hint')}</p>
      {error && (
        <p role="alert" className="mb-3 text-table text-danger">
          {error}
        </p>
      )}
      {!sample && waiting && <Skeleton className="h-60 w-full" />}
      {sample && sample.external_id === null && <p className="text-table text-danger">{sample.message ?? t('source.sample_none')}</p>}
      {sample?.external_id && (
        <p className="mb-2 text-table font-medium">{t('source.sample_of', { id: sample.external_id, name: sample.name ?? '' })}</p>
      )}
      {(form.length > 0 || missing.length > 0) && (
        <Table label={t('source.fields')} stale={waiting} className="stacked">
          <Head />
          <tbody>
            {form.map((field) => (
              <FieldRow
                key={field.id}
                field={field}
                map={draft.field_map}
                columns={saved.columns}
                onColumn={(column) => setColumn(field, column)}
              />
            ))}
            {missing.map((key) => (
              <FieldRow
                key={key}
                field={{ ...ABSENT, name: key }}
                map={draft.field_map}
                columns={saved.columns}
                onColumn={(column) => setColumn({ id: '', name: key }, column)}
              />
            ))}
          </tbody>
        </Table>
      )}
      {sample?.external_id && <OwnFields fields={fields.filter(({ origin }) => origin === 'job')} />}
    </section>
  );
}

const ABSENT: SampleField = { origin: 'form', id: '', name: '', type: '', value: '', column: null, becomes: null, problem: null };

function Head() {
  const { t } = useText();
  return <ColumnHeads heads={[t('source.field'), t('payroll.value_hint'), t('source.column'), t('source.becomes')]} />;
}

const AUTOMATIC = '\u0000automatic';
const LEFT_OUT = '\u0000left-out';

interface FieldRowProps {
  field: SampleField;
  map: Draft['field_map'];
  columns: readonly string[];
  onColumn: (column: string | null) => void;
}

function FieldRow({ field, map, columns, onColumn }: FieldRowProps) {
  const { t, lang } = useText();
  const key = mapKeyOf(field, map);
  const chosen = key === undefined ? AUTOMATIC : map[key] || LEFT_OUT;
  const automatic =
    chosen !== AUTOMATIC
      ? t('source.automatic')
      : field.column
        ? t('source.automatic_as', { column: labelOf(field.column, lang) })
        : t('source.automatic_none');
  const choose = (value: string) => onColumn(value === AUTOMATIC ? null : value === LEFT_OUT ? '' : value);
  return (
    <tr>
      <td>
        {field.name}
        {field.id !== '' && <span className="ml-2 text-legend text-muted">{field.id}</span>}
      </td>
      <td data-wrap data-label={t('payroll.value_hint')} className="sm:min-w-40">
        {field.origin === 'form' && field.id === '' ? <span className="text-muted">{t('source.not_in_sample')}</span> : field.value || '–'}
      </td>
      <td data-label={t('source.column')} className="sm:min-w-56">
        <Select
          value={chosen}
          onChange={choose}
          aria-label={t('source.column_of', { field: field.name })}
          options={[
            { value: AUTOMATIC, label: automatic },
            { value: LEFT_OUT, label: t('source.left_out') },
            ...columns.map((column) => ({ value: column, label: labelOf(column, lang) })),
          ]}
        />
      </td>
      <td data-wrap data-label={t('source.becomes')} className="sm:min-w-40">
        <Becomes field={field} />
      </td>
    </tr>
  );
}

function Becomes({ field: { becomes, problem, column } }: { field: SampleField }) {
  if (problem) return <span className="text-warning">{problem}</span>;
  if (column === null || becomes === null) return '–';
  if (typeof becomes === 'number') return formatNumber(becomes);
  return /^\d{4}-\d{2}-\d{2}$/.test(becomes) ? formatDate(becomes) : becomes;
}

/** What each job has beside its form, which fills its columns without a map. */
function OwnFields({ fields }: { fields: readonly SampleField[] }) {
  const { t, lang } = useText();
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-table font-medium">{t('source.own_fields')}</summary>
      <Table label={t('source.own_fields')} className="stacked mt-2">
        <Head />
        <tbody>
          {fields.map((field) => (
            <tr key={field.id}>
              <td>{field.name}</td>
              <td data-wrap data-label={t('payroll.value_hint')}>
                {field.value || '–'}
              </td>
              <td data-label={t('source.column')}>{field.column ? labelOf(field.column, lang) : '–'}</td>
              <td data-wrap data-label={t('source.becomes')}>
                <Becomes field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

function labelOf(column: string, lang: keyof Text & ('vi' | 'en')): string {
  return (directFields as Readonly<Record<string, { label: Text }>>)[column]?.label[lang] ?? column;
}

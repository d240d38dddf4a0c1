import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { DIRECT_POINTS, directs, TECHOUSEI_MARK } from '#contracts/entities/directs.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { SEARCH } from '#contracts/field-filters.ts';
import { exactNameKey } from '#text/match-name.ts';
import { notifyError } from '../../api/api-error.ts';
import { listQuery, type Row, read } from '../../api/client.ts';
import { ruleSentence } from '../../crud/form/call-form.tsx';
import { FormField, FormSection, useFormState } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import type { FormMode, FormValues } from '../../crud/form/form-state.ts';
import { AsideFold } from '../../crud/form/record-aside.tsx';
import { cellValue } from '../../crud/list/cell.tsx';
import { toOption } from '../../crud/pickers/ref-options.ts';
import { formatDate, useText } from '../../i18n/index.ts';
import { useSettled } from '../../ui/hooks/use-delayed.ts';
import { Field } from '../../ui/inputs/field.tsx';
import type { Option } from '../../ui/inputs/option.ts';
import { Switch } from '../../ui/inputs/switch.tsx';
import { WaitingChange } from '../crawl/waiting-jobs.tsx';
import { FoldedFields } from './folded-fields.tsx';
import { TypedExplanation, TypedPointsLine } from './typed-points.tsx';
import { useChosenRecord, useFillIn } from './use-fill-in.ts';

export function DirectForm() {
  return <Form contract={directs} />;
}

export function TechouseiForm() {
  return <Form contract={directsTechousei} />;
}

function Form({ contract }: { contract: typeof directs | typeof directsTechousei }) {
  const { t, lang } = useText();
  const extraRules = (values: FormValues, _mode: FormMode, row: Row | undefined) =>
    Object.fromEntries(
      DIRECT_POINTS.filter((name) => hasPoint(row, name) && (values[name] ?? '') === '').map((name) => [
        name,
        ruleSentence('required', contract.fields, name, lang),
      ]),
    );
  const explained = (row: Row | undefined) => (
    <AsideFold name="explain" title={t('direct.explain')}>
      <TypedExplanation row={row} />
    </AsideFold>
  );
  return (
    <FormPage
      contract={contract}
      extraRules={extraRules}
      keptForNext={KEPT_FOR_NEXT}
      aside={explained}
      asideWhileNew={explained(undefined)}
      besideSave={<TypedPointsLine />}
      history={{ call: 'directs_techousei_history', parameter: 'direct_id' }}
    >
      <DirectFields />
    </FormPage>
  );
}

/** Choosing the designer fills department and group; the work categories offered are those of the customer, whose only one is chosen. */
function DirectFields() {
  const { t } = useText();
  const { mode, row } = useFormState();
  const { getValues, setValue } = useFormContext();
  const department = useWatch({ name: 'dept_id' }) as number | null;
  const designer = useChosenRecord('user_id', { whenChanged: true });
  useFillIn('user_id', designer, departmentOf);
  const works = useCustomerWorks();
  useFillIn('customer_id', works, ({ options }) => {
    const chosen = getValues('work_category_id') ?? null;
    const fits = chosen === null || options.length === 0 || options.some(({ value }) => value === chosen);
    const only = options.length === 1 ? options[0]!.value : undefined;
    return { work_category_id: only ?? (fits ? undefined : null) };
  });

  const job = (
    <FormSection title={t('queue.job')}>
      <div className="relative min-w-0">
        <FormField name="name" />
        {mode === 'add' && <SameCodeNote />}
      </div>
      <FormField name="bukkenmei" />
      <FormField name="customer_id" />
      <FormField name="work_category_id" options={works && works.options.length > 0 ? works.options : undefined} />
      <FormField name="uketsuke_hi" />
      <FormField name="henkyaku_hi" />
      <FormField name="hacchyuumoto" />
      <ManualMark />
    </FormSection>
  );
  return (
    <>
      {row && mode === 'edit' && <WaitingChange job={row} />}
      {mode === 'add' && job}
      <FormSection
        dense
        title={t('direct.section_work')}
        fields={['tsubosuu', 'complex_factor', 'complex_point', 'sagyou_jikan', 'chekkku_jikan']}
      />
      <FormSection title={t('direct.section_people')} fields={['user_id', 'chekkusha_id']}>
        <FormField
          name="dept_id"
          known={relatedOption('departments', designer?.department)}
          onPicked={() => setValue('dept_grp_id', null, { shouldDirty: true })}
        />
        <FormField
          name="dept_grp_id"
          known={relatedOption('department_groups', designer?.department_groups)}
          query={department ? { dept_id: department } : undefined}
        />
      </FormSection>
      {mode === 'edit' && (
        <FormSection title={t('direct.section_points')}>
          {DIRECT_POINTS.map((name) => (
            <FormField key={name} name={name} required={hasPoint(row, name)} />
          ))}
          <FormField name="adjust_reason" />
        </FormSection>
      )}
      {mode === 'edit' && job}
      <div className="flex flex-col gap-2">
        <FoldedFields name="direct.notes" title={t('direct.section_notes')} fields={NOTES} />
        <FoldedFields name="direct.building" title={t('direct.section_building')} fields={BUILDING} />
        {mode === 'edit' && <FoldedFields name="direct.source" title={t('direct.section_source')} fields={SOURCE} disabled />}
      </div>
    </>
  );
}

/** The mark of a manual adjustment as a switch, as nobody types 有 on a Vietnamese keyboard. Another word, as the source may write it, counts as on. */
function ManualMark() {
  const { contract, readOnly } = useFormState();
  const { lang } = useText();
  const { field } = useController({ name: 'techousei' });
  if (readOnly) return <FormField name="techousei" />;
  return (
    <Field label={contract.fields.techousei!.label[lang]}>
      <span className="flex h-8 items-center gap-2">
        <Switch checked={String(field.value ?? '') !== ''} onChange={(on) => field.onChange(on ? TECHOUSEI_MARK : '')} />
        <span className="text-table text-muted">{String(field.value ?? '')}</span>
      </span>
    </Field>
  );
}

const departmentOf = ({ department_id, dept_grp_id }: Row): FormValues => ({ dept_id: department_id, dept_grp_id });

/** Points are required from the moment a job has them: one not calculated yet can still be corrected. */
const hasPoint = (row: Row | undefined, point: (typeof DIRECT_POINTS)[number]) => (row?.[point] ?? null) !== null;

const KEPT_FOR_NEXT = [
  'customer_id',
  'work_category_id',
  'uketsuke_hi',
  'henkyaku_hi',
  'user_id',
  'chekkusha_id',
  'dept_id',
  'dept_grp_id',
];

const NOTES = ['bikou', 'description'];

const BUILDING = [
  'kouhou', 'kiso', 'kaisuu', 'menseki', 'cad', 'kishu', 'rank', 'kibo_keisuu', 'shiten', 'chiku', 'kakou_koujou', 'shiyou_masuta', 'bukken_koodo',
  'kouji_koodo', 'tantousha', 'tantou_guruubu', 'hosanin', 'hosawariai', 'sekkeitantou', 'sekkeibunya', 'hagara', 'kibou_nouki', 'nouhinbi',
  'teisei_henkyaku_hi', 'reference2', 'reference3', 'reference4', 'reference5', 'reference6',
]; // biome-ignore format: one list, read as one

const SOURCE = [
  'external_id',
  'tokuisakimei',
  'hacchyuu_naiyou',
  'phase',
  'label',
  'tracking_user',
  'complete_time',
  'last_update',
  'date_created',
  'created_by',
];

/** The work categories of the form's customer (`id`), none where it has none of its own; undefined while they are not known. */
function useCustomerWorks(): { id: number; options: readonly Option[] } | undefined {
  const customer = (useWatch({ name: 'customer_id' }) as number | null) ?? null;
  const { formState } = useFormContext();
  const { data, error } = useQuery({
    queryKey: ['work-categories', 'of-customer', customer],
    ...read(`work-categories/customers/${customer}`, {}, (works: Row[]) => ({
      id: customer!,
      options: works.map((work) => toOption('work-categories', work)),
    })),
    enabled: customer !== null,
    staleTime: 60_000,
    placeholderData: undefined,
    meta: { silent: true },
  });
  const failure = formState.dirtyFields.customer_id ? error : null;
  useEffect(() => {
    if (failure) notifyError(failure);
  }, [failure]);
  return data;
}

/** A record that came along with another one, as an entry of a picker. */
function relatedOption(entity: string, row: unknown): Option | undefined {
  return row ? toOption(entity, row as Row) : undefined;
}

const TYPING_PAUSE_MS = 300;
/** A shorter text is hardly a whole code. */
const MIN_LENGTH = 3;
const MAX_READ = 20;

/** Names a job that has the code of a new one already, so that none is entered twice; a house may have several works under one code. */
function SameCodeNote() {
  const { t } = useText();
  const typed = String(useWatch({ name: 'name' }) ?? '').trim();
  const settled = useSettled(typed, TYPING_PAUSE_MS);
  const isAsked = settled === typed && typed.length >= MIN_LENGTH;
  const { data } = useQuery({
    ...listQuery<Row>('directs', { [SEARCH]: settled, limit: MAX_READ }),
    enabled: isAsked,
    meta: { silent: true },
  });
  const same = isAsked ? (data?.data.filter(({ name }) => exactNameKey(String(name)) === exactNameKey(typed)) ?? []) : [];
  const [first] = same;
  if (!first) return null;
  const job = [first.bukkenmei, cellValue(first, 'work_categories.work_name'), formatDate(first.henkyaku_hi as string | null)];
  const text = t('direct.same_code', { job: job.filter(Boolean).join(' · '), n: same.length });
  return (
    <p role="status" title={text} className="absolute inset-x-0 top-full truncate pt-0.5 text-legend text-warning">
      {text}
    </p>
  );
}

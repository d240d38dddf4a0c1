import { useController, useFormContext, useWatch } from 'react-hook-form';
import { DIRECT_POINTS, directs, TECHOUSEI_MARK } from '#contracts/entities/directs.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { ruleSentence } from '../../crud/form/call-form.tsx';
import { FormField, FormSection, useFormState } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import type { FormMode, FormValues } from '../../crud/form/form-state.ts';
import { AsideFold } from '../../crud/form/record-aside.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { WaitingChange } from '../crawl/waiting-jobs.tsx';
import { FoldedFields } from './folded-fields.tsx';
import { relatedOption, useCustomerWorks } from './form-lookups.ts';
import { SameCodeNote } from './same-code.tsx';
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
    <FormSection title={t('direct.section_job')}>
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
      <FormSection dense title={t('direct.section_work')}>
        <FormField name="tsubosuu" />
        <FormField name="complex_factor" />
        <FormField name="complex_point" />
        <FormField name="sagyou_jikan" />
        <FormField name="chekkku_jikan" />
      </FormSection>
      <FormSection title={t('direct.section_people')}>
        <FormField name="user_id" />
        <FormField name="chekkusha_id" />
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

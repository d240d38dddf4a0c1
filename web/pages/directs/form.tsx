import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { DIRECT_POINTS, directs } from '#contracts/entities/directs.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { ruleSentence } from '../../crud/form/call-form.tsx';
import { FormField, FormSection, useFormState } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import type { FormMode, FormValues } from '../../crud/form/form-state.ts';
import { useChosenRecord, useFillIn } from '../../crud/form/use-fill-in.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { relatedOption, useCustomerWorks } from './form-lookups.ts';

export function DirectForm() {
  return <Form contract={directs} path="/directs" />;
}

export function TechouseiForm() {
  return <Form contract={directsTechousei} path="/directs-techousei" />;
}

function Form({ contract, path }: { contract: typeof directs | typeof directsTechousei; path: string }) {
  const { t, lang } = useText();
  const extraRules = (values: FormValues, _mode: FormMode, row: Row | undefined) =>
    Object.fromEntries(
      DIRECT_POINTS.filter((name) => hasPoint(row, name) && (values[name] ?? '') === '').map((name) => [
        name,
        ruleSentence('required', contract.fields, name, lang),
      ]),
    );
  return (
    <FormPage
      contract={contract}
      path={path}
      extraRules={extraRules}
      readOnlyReason={(row) => (row.is_checked === 1 ? t('notice.record_checked') : undefined)}
      head={(row) => row && <Explain row={row} />}
    >
      <DirectFields />
    </FormPage>
  );
}

function Explain({ row }: { row: Row }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  return (
    <div className="mb-4">
      <Button icon={ListTree} onClick={() => setOpen(true)}>
        {t('direct.explain')}
      </Button>
      {open && <ExplainDialog direct={row} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Choosing the designer fills department and group; the work categories offered are those of the customer. */
function DirectFields() {
  const { t } = useText();
  const { mode, row } = useFormState();
  const { getValues } = useFormContext();
  const designer = useChosenRecord('user_id', { whenChanged: true });
  useFillIn('user_id', designer, departmentOf);
  const works = useCustomerWorks();
  useFillIn('customer_id', works, ({ options }) => {
    const fits = options.length === 0 || options.some(({ value }) => value === getValues('work_category_id'));
    return { work_category_id: fits ? undefined : null };
  });

  return (
    <>
      <FormSection title={t('direct.section_job')}>
        <FormField name="name" />
        <FormField name="bukkenmei" />
        <FormField name="customer_id" />
        <FormField name="work_category_id" options={works && works.options.length > 0 ? works.options : undefined} />
        <FormField name="uketsuke_hi" />
        <FormField name="henkyaku_hi" />
        <FormField name="hacchyuumoto" />
        <FormField name="techousei" placeholder="有" />
        <FormField name="bikou" />
        <FormField name="description" />
      </FormSection>
      <FormSection title={t('direct.section_people')}>
        <FormField name="user_id" />
        <FormField name="chekkusha_id" />
        <FormField name="dept_id" known={relatedOption('departments', designer?.department)} />
        <FormField name="dept_grp_id" known={relatedOption('department_groups', designer?.department_groups)} />
      </FormSection>
      <FormSection title={t('direct.section_work')}>
        <FormField name="tsubosuu" />
        <FormField name="complex_factor" />
        <FormField name="complex_point" />
        <FormField name="sagyou_jikan" />
        <FormField name="chekkku_jikan" />
      </FormSection>
      {mode === 'edit' && (
        <FormSection title={t('direct.section_points')}>
          {DIRECT_POINTS.map((name) => (
            <FormField key={name} name={name} required={hasPoint(row, name)} />
          ))}
        </FormSection>
      )}
      <FormSection title={t('direct.section_building')}>
        {BUILDING.map((name) => (
          <FormField key={name} name={name} />
        ))}
      </FormSection>
      {mode === 'edit' && (
        <FormSection title={t('direct.section_source')}>
          {SOURCE.map((name) => (
            <FormField key={name} name={name} disabled />
          ))}
        </FormSection>
      )}
    </>
  );
}

const departmentOf = ({ department_id, dept_grp_id }: Row): FormValues => ({ dept_id: department_id, dept_grp_id });

/** Points are required from the moment a job has them: one not calculated yet can still be corrected. */
const hasPoint = (row: Row | undefined, point: (typeof DIRECT_POINTS)[number]) => (row?.[point] ?? null) !== null;

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

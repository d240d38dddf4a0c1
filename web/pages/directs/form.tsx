import { useQueryClient } from '@tanstack/react-query';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { DIRECT_POINTS, directs } from '#contracts/entities/directs.ts';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { rowQuery } from '../../api/queries.ts';
import { ruleSentence } from '../../crud/form/call-form.tsx';
import { FormField, FormSection, useFormState } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import type { FormMode, FormValues } from '../../crud/form/form-state.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ExplainDialog } from './explain-dialog.tsx';

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
      DIRECT_POINTS.filter((name) => given(row, name) && (values[name] ?? '') === '').map((name) => [
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

/** Choosing the designer fills department and group; choosing a customer leaves its own work categories to choose from. */
function DirectFields() {
  const { t } = useText();
  const { mode, row } = useFormState();
  const { setValue, watch } = useFormContext();
  const client = useQueryClient();
  const [works, setWorks] = useState<number[] | null>(null);

  const fillDepartment = async (id: number | null) => {
    if (id === null) return;
    const user = await client.fetchQuery(rowQuery<Row>('users', id));
    for (const [field, value] of [
      ['dept_id', user.department_id],
      ['dept_grp_id', user.dept_grp_id],
    ] as const) {
      if (value !== undefined) setValue(field, value, { shouldDirty: true, shouldValidate: true });
    }
  };
  const loadWorks = async (id: number | null) => {
    if (id === null) return setWorks(null);
    const customer = await client.fetchQuery(rowQuery<Row>('customers', id));
    const own = (customer.work_category as number[] | undefined) ?? [];
    setWorks(own);
    if (own.length > 0 && !own.includes(watch('work_category_id') as number)) setValue('work_category_id', null, { shouldDirty: true });
  };

  return (
    <>
      <FormSection title={t('direct.section_job')}>
        <FormField name="name" />
        <FormField name="bukkenmei" />
        <FormField name="customer_id" onPicked={(id) => void loadWorks(id)} />
        <FormField name="work_category_id" {...(works && works.length > 0 && { only: works })} />
        <FormField name="uketsuke_hi" />
        <FormField name="henkyaku_hi" />
        <FormField name="hacchyuumoto" />
        <FormField name="techousei" placeholder="有" />
        <FormField name="bikou" />
        <FormField name="description" />
      </FormSection>
      <FormSection title={t('direct.section_people')}>
        <FormField name="user_id" onPicked={(id) => void fillDepartment(id)} />
        <FormField name="chekkusha_id" />
        <FormField name="dept_id" />
        <FormField name="dept_grp_id" />
      </FormSection>
      <FormSection title={t('direct.section_work')}>
        <FormField name="tsubosuu" step={0.01} />
        <FormField name="complex_factor" step={0.1} />
        <FormField name="complex_point" step={0.01} />
        <FormField name="sagyou_jikan" />
        <FormField name="chekkku_jikan" />
      </FormSection>
      {mode === 'edit' && (
        <FormSection title={t('direct.section_points')}>
          {DIRECT_POINTS.map((name) => (
            <FormField key={name} name={name} step={0.001} required={given(row, name)} />
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

/** Points are required from the moment a job has them: one not calculated yet can still be corrected. */
const given = (row: Row | undefined, point: (typeof DIRECT_POINTS)[number]) => (row?.[point] ?? null) !== null;

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

import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { standards } from '#contracts/entities/standards.ts';
import { listQuery, type Row, rowQuery } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { RefFilter } from '../../crud/filters/filters.tsx';
import { Fold } from '../../crud/form/fold.tsx';
import { FormField, FormSection, useFormState } from '../../crud/form/form-field.tsx';
import { toFormValues } from '../../crud/form/form-state.ts';
import { useText } from '../../i18n/index.ts';
import { Button, disabledWithReason } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { Field } from '../../ui/inputs/field.tsx';
import type { Option } from '../../ui/inputs/option.ts';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { RuleForm, RuleList, ValidFromField } from './rule-pages.tsx';

const { customer_id } = standards.fields;
const FILTERS = {
  fields: <RefFilter name="customer_id" label={customer_id.label} entity="customers" className="sm:w-72" />,
  labels: [{ name: 'customer_id', label: customer_id.label, entity: 'customers' }],
};

/** The customer of a saved standard stays, as in its form. */
const CHOSEN = { isDeletedSingly: true, keptFields: ['customer_id'] };

/** A press on a row chooses it, and the bar duplicates the chosen one; on a phone, where a press opens the record, its unfolded card does. */
export function StandardList() {
  const { t } = useText();
  const { may } = useSession();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const [chosen, setChosen] = useState<number | null>(null);
  const mayDuplicate = may(standards.access.create);
  const duplicate = useCallback((id: number | null) => id !== null && navigate(`${standards.path}/add?cloneId=${id}`), [navigate]);
  const rowMenu = useCallback(
    ({ id }: Row) => [{ label: t('control.duplicate'), icon: Copy, onSelect: () => void duplicate(id) }],
    [t, duplicate],
  );
  const cardActions = useCallback(
    ({ id }: Row) => (
      <Button icon={Copy} onClick={() => void duplicate(id)}>
        {t('control.duplicate')}
      </Button>
    ),
    [t, duplicate],
  );
  const table = narrow
    ? { rowActions: mayDuplicate ? cardActions : undefined }
    : {
        onRow: (row: Row) => setChosen(chosen === row.id ? null : row.id),
        rowStyle: (row: Row) => (chosen === row.id ? { selected: true } : {}),
        rowMenu: mayDuplicate ? rowMenu : undefined,
      };
  return (
    <RuleList
      contract={standards}
      filters={FILTERS}
      chosen={CHOSEN}
      table={table}
      work={
        mayDuplicate &&
        !narrow && (
          <Button
            icon={Copy}
            onClick={() => duplicate(chosen)}
            title={chosen === null ? t('page.standard_choose') : undefined}
            {...disabledWithReason(chosen === null ? t('page.standard_choose') : undefined)}
          >
            {t('control.duplicate')}
          </Button>
        )
      }
    />
  );
}

/** The customer of a saved standard stays; `cloneId` starts a new one from another's values. */
export function StandardForm() {
  const [params] = useSearchParams();
  const cloneId = Number(params.get('cloneId')) || null;
  const source = useQuery({ ...rowQuery<Row>(standards.name, cloneId ?? 0), enabled: cloneId !== null });
  const asked = useAskedStandard(Number(params.get('customer_id')), Number(params.get('work_category_id')));
  if ((cloneId !== null && source.isPending) || asked === undefined) return <Skeleton className="h-80 w-full max-w-240" />;
  const first = source.data ?? asked ?? undefined;
  return (
    <RuleForm contract={standards} afterUpdate="stay" initial={first && toFormValues(standards, first)}>
      <StandardFields source={first} />
    </RuleForm>
  );
}

/** What a new standard starts with for a customer and a work category in the address; null without them, undefined until their names are read. */
function useAskedStandard(customerId: number, workId: number): Row | null | undefined {
  const customer = useQuery({ ...rowQuery<Row & { name: string }>('customers', customerId), enabled: customerId > 0 });
  const work = useQuery({ ...rowQuery<Row & { work_name: string }>('work-categories', workId), enabled: workId > 0 });
  if (!(customerId > 0 && workId > 0) || customer.error || work.error) return null;
  if (!customer.data || !work.data) return undefined;
  return {
    id: 0,
    customer_id: customerId,
    customer: customer.data,
    work_category_id: workId,
    work_category: work.data,
    keisanyou: customer.data.name + work.data.work_name,
  };
}

function StandardFields({ source }: { source: Row | undefined }) {
  const { t } = useText();
  const { row } = useFormState();
  const { errors } = useFormContext().formState;
  const updateKey = useCalculationKey(row ?? source);
  const locked = row !== undefined && row.customer_id !== null;
  return (
    <>
      <FormSection>
        <FormField
          name="customer_id"
          disabled={locked}
          help={locked ? t('page.standard_customer_locked') : undefined}
          onPicked={(_, option) => updateKey('customer', option)}
        />
        <FormField name="work_category_id" onPicked={(_, option) => updateKey('work', option)} />
        <FormField name="standard_design_point" />
        <FormField name="standard_check_point" />
        <ScaleCode />
        <FormField name="tsubo_id" help={t('page.standard_tsubo_help')} />
        <ValidFromField />
      </FormSection>
      <Fold name="standard.more" title={t('page.standard_more')} forced={MORE.some((field) => errors[field])}>
        <FormSection>
          {MORE.map((field) => (
            <FormField key={field} name={field} />
          ))}
        </FormSection>
      </Fold>
    </>
  );
}

const MORE = ['rank', 'level', 'point_design', 'point_check', 'unit', 'total_time_allowed', 'keisanyou', 'dept_id', 'note'];

/** Keeps the calculation key the customer's name followed by the work's, as long as nobody typed another one. `source` is the record or the one it is a copy of. */
function useCalculationKey(source: Row | undefined) {
  const { getValues, setValue } = useFormContext();
  const names = useRef({
    customer: (source?.customer as { name?: string } | null | undefined)?.name ?? '',
    work: (source?.work_category as { work_name?: string } | null | undefined)?.work_name ?? '',
  });
  return (part: keyof typeof names.current, option: Option | null) => {
    const { customer, work } = names.current;
    const isDerived = ['', customer + work].includes(String(getValues('keisanyou') ?? ''));
    names.current = { ...names.current, [part]: option?.label ?? '' };
    if (isDerived) setValue('keisanyou', names.current.customer + names.current.work, { shouldDirty: true });
  };
}

const MAX_CODES = 1000;

/** The scale code of a standard: offers the codes that have a formula, and says of another one that nothing is calculated by it yet. */
function ScaleCode() {
  const { t, lang } = useText();
  const { contract, readOnly } = useFormState();
  const id = useId();
  const { field, fieldState } = useController({ name: 'scale_code' });
  const { data } = useQuery({
    ...listQuery<Row & { scale_code: string }>('formula-results', { limit: MAX_CODES, as_of: 'all' }),
    staleTime: 60_000,
    meta: { silent: true },
  });
  if (readOnly) return <FormField name="scale_code" />;
  const codes = [...new Set(data?.data.map(({ scale_code }) => scale_code))];
  const typed = String(field.value ?? '').trim();
  const isNew = data !== undefined && data.total <= MAX_CODES && typed !== '' && !codes.includes(typed);
  return (
    <Field
      label={contract.fields.scale_code!.label[lang]}
      required
      error={fieldState.error?.message}
      help={
        isNew ? (
          <span role="status" className="text-warning">
            {t('page.standard_scale_new', { code: typed })}
          </span>
        ) : (
          t('page.standard_scale_help')
        )
      }
    >
      <TextInput
        {...field}
        value={typed === '' ? '' : String(field.value)}
        maxLength={contract.fields.scale_code!.maxLength}
        list={id}
        autoComplete="off"
      />
      <datalist id={id}>
        {codes.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </Field>
  );
}

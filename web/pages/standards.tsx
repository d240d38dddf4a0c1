import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { standards } from '#contracts/entities/standards.ts';
import { rowQuery } from '../api/queries.ts';
import { useSession } from '../api/session.tsx';
import { RefFilter } from '../crud/filters/filters.tsx';
import { FormField, FormSection, useFormState } from '../crud/form/form-field.tsx';
import { FormPage } from '../crud/form/form-page.tsx';
import { toFormValues } from '../crud/form/form-state.ts';
import type { Row } from '../crud/list/cell.tsx';
import { ListPage } from '../crud/list/list-page.tsx';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';

const PATH = '/standards';
const { customer_id } = standards.fields;

/** A press on a row chooses it; the chosen one can be duplicated. */
export function StandardList() {
  const { t } = useText();
  const { may } = useSession();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <ListPage
      contract={standards}
      path={PATH}
      labels={[{ name: 'customer_id', label: customer_id.label, entity: 'customers' }]}
      filters={<RefFilter name="customer_id" label={customer_id.label} entity="customers" className="sm:w-72" />}
      onRow={(row) => setChosen(chosen === row.id ? null : row.id)}
      rowStyle={(row) => ({ selected: chosen === row.id })}
      toolbar={
        may(standards.access.create) && (
          <Button icon={Copy} disabled={chosen === null} onClick={() => navigate(`${PATH}/add?cloneId=${chosen}`)}>
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
  if (cloneId !== null && source.isPending) return <Skeleton className="h-80 w-full max-w-240" />;
  return (
    <FormPage contract={standards} path={PATH} afterUpdate="stay" initial={source.data && toFormValues(standards, source.data)}>
      <StandardFields />
    </FormPage>
  );
}

function StandardFields() {
  const { t } = useText();
  const { row } = useFormState();
  const locked = row !== undefined && row.customer_id !== null;
  return (
    <>
      <FormSection>
        <FormField name="customer_id" disabled={locked} {...(locked && { help: t('page.standard_customer_locked') })} />
        <FormField name="work_category_id" />
        <FormField name="standard_design_point" step={0.01} />
        <FormField name="standard_check_point" step={0.01} />
        <FormField name="scale_code" help={t('page.standard_scale_help')} />
        <FormField name="tsubo_id" help={t('page.standard_tsubo_help')} />
      </FormSection>
      <FormSection title={t('page.standard_more')}>
        <FormField name="rank" />
        <FormField name="level" />
        <FormField name="point_design" />
        <FormField name="point_check" />
        <FormField name="unit" />
        <FormField name="total_time_allowed" />
        <FormField name="keisanyou" />
        <FormField name="dept_id" />
        <FormField name="note" />
      </FormSection>
    </>
  );
}

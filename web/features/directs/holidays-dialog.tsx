import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import type { OfficeHolidays } from '#contracts/calls/answers/office-settings.ts';
import { HOLIDAY_FIELDS } from '#contracts/calls/office-settings.ts';
import { api, read } from '../../api/client.ts';
import { FormDialog, useCallForm } from '../../crud/form/call-form.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import type { FormValues } from '../../crud/form/form-state.ts';
import { formatDate, parseDate, translate, useText } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/feedback.tsx';

const linesOf = ({ days }: FormValues) =>
  String(days ?? '')
    .split(/[\n;]+/)
    .map((line) => line.trim())
    .filter(Boolean);
const KEY = ['office-holidays'];

/** The days from Monday to Friday on which the office is closed: they make no job later. */
export function HolidaysDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery({ queryKey: KEY, ...read<OfficeHolidays>('office-holidays') });
  return data && <HolidaysForm days={data.days} onClose={onClose} />;
}

function HolidaysForm({ days, onClose }: OfficeHolidays & { onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const call = useCallForm({
    fields: HOLIDAY_FIELDS,
    initial: { days: days.map((day) => formatDate(day)).join('\n') },
    rules: findBadLine,
    send: (values) => api.put<OfficeHolidays>('office-holidays', { days: linesOf(values).map((line) => parseDate(line)), was: days }),
    onDone: async () => {
      onClose();
      notify.success({ title: t('direct.holidays_saved') });
      await Promise.all([KEY, ['directs', 'due']].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  return (
    <FormDialog
      call={call}
      title={t('direct.holidays')}
      submitLabel={t('control.save')}
      submitIcon={Save}
      intro={<p className="mb-4 text-muted">{t('direct.holidays_help')}</p>}
      onClose={onClose}
    >
      <FormField name="days" />
    </FormDialog>
  );
}

function findBadLine(values: FormValues): Record<string, string> {
  const day = linesOf(values).find((line) => parseDate(line) === null);
  return day === undefined ? {} : { days: `${day}: ${translate('control.bad_date')}` };
}

import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { MonthReview } from '#contracts/calls/answers/statements.ts';
import { REVIEW_FIELDS } from '#contracts/calls/statements.ts';
import type { YearMonth } from '#contracts/months.ts';
import { api } from '../../../api/client.ts';
import { FormDialog, useCallForm } from '../../../crud/form/call-form.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { formatMonth, useText } from '../../../i18n/index.ts';
import { notify } from '../../../ui/feedback/feedback.tsx';
import { STATEMENTS } from '../statement/use-statement.ts';

/** Asks everybody to look through the month until a day; again, with another day, it moves the deadline. */
export function ReviewDialog({ month, review, onClose }: { month: YearMonth; review: MonthReview | null; onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const name = formatMonth(month.year, month.month);
  const call = useCallForm({
    fields: REVIEW_FIELDS,
    initial: { ...month, deadline: review?.deadline ?? null },
    send: (values) => api.post<MonthReview>('month_reviews', values),
    onDone: async () => {
      onClose();
      notify.success({ title: t('points.review_opened', { month: name }) });
      await Promise.all([STATEMENTS, 'month-checklist', 'notices'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  return (
    <FormDialog
      call={call}
      size="md"
      title={review ? t('points.move_deadline') : t('points.review_title', { month: name })}
      submitLabel={t(review ? 'points.move_deadline' : 'points.open_review')}
      submitIcon={Send}
      intro={<p className="mb-4 text-muted">{t('points.review_intro')}</p>}
      onClose={onClose}
    >
      <FormField name="deadline" className="max-w-60" />
    </FormDialog>
  );
}

import { useEffect, useRef } from 'react';
import { BulkReport, BulkState, NamedRecords, TryAgain, useRecords } from '../../crud/bulk/bulk-report.tsx';
import { type BulkValues, useBulkEdit } from '../../crud/bulk/use-bulk-edit.ts';
import type { BulkOutcome } from '../../crud/bulk/use-bulk-run.ts';
import { useListContext } from '../../crud/list/list-context.ts';
import type { ChosenRecords } from '../../crud/list/use-selection.ts';
import { recordTitle } from '../../crud/pickers/ref-options.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CalculateFirst, monthOf } from './without-points.tsx';

interface CheckDialogProps {
  records: ChosenRecords;
  isChecked: 0 | 1;
  onClose: () => void;
}

/** Filters of the jobs that a check leaves without points. */
const WITHOUT_POINTS = { is_checked: '0', result_design_point__empty: '1' };

const hasSomethingToAsk = ({ refusedCount, withoutPoints, stopped }: BulkOutcome) =>
  refusedCount > 0 || withoutPoints > 0 || stopped !== undefined;

/**
 * Checks many records after a dry run, or takes their checks away. It asks first where records are refused or jobs have no points, naming both;
 * those that are left stay chosen. Where there is nothing to say, no dialog is seen.
 */
export function CheckDialog({ records, isChecked, onClose }: CheckDialogProps) {
  const { contract, chosen } = useListContext();
  const { t } = useText();
  const narrow = useNarrow();
  const skipped = useRef<readonly number[]>([]);
  const bulk = useBulkEdit(contract.name, records, ({ changed, unchanged, refused, refusedCount, stopped, undo }) => {
    if (!stopped) chosen.ids.set(new Set([...refused.map(({ id }) => id), ...skipped.current]));
    const title = t(isChecked ? 'list.checked' : 'list.unchecked', { n: formatNumber(changed + unchanged) });
    const stay = refusedCount > 0 ? t('page.check_refused', { n: formatNumber(refusedCount) }) : undefined;
    if (changed + unchanged > 0) notify.success({ title, text: stay, ...undo });
    else if (stay) notify.failure({ title: stay });
    if (stopped?.message) notify.failure({ title: stopped.message });
    onClose();
  });
  const { trial, edit, newTotal, problem } = bulk;
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once.
  useEffect(() => {
    if (!begun.current) bulk.tryOut({ values: { is_checked: isChecked } });
    begun.current = true;
  }, []);
  const isClear = trial.outcome !== undefined && !hasSomethingToAsk(trial.outcome);
  const write = (more: BulkValues = {}) => {
    skipped.current = more.skip_without_points ? (trial.outcome?.withoutPointIds ?? []) : [];
    bulk.write(more);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dry run that has nothing to tell.
  useEffect(() => {
    if (isClear) write();
  }, [isClear]);

  const isSeen = trial.progress || edit.progress || newTotal !== undefined || problem !== undefined || (trial.outcome && !isClear);
  if (!isSeen) return null;
  const close = () => {
    if (edit.progress) notify.info({ title: t('list.edit_queued'), text: t('list.edit_queued_text') });
    onClose();
  };
  const { outcome } = trial;
  const asks = outcome && !isClear && !edit.progress && newTotal === undefined;
  return (
    <Dialog
      open
      size="lg"
      sheet={narrow}
      onClose={close}
      title={t(isChecked ? 'bulk.check_n' : 'bulk.uncheck_n', { n: formatNumber(bulk.count) })}
      footer={
        <>
          <Button onClick={close}>{t(edit.isBusy ? 'control.close' : 'control.cancel')}</Button>
          <TryAgain bulk={bulk} />
          {asks && <Choices {...{ outcome, records, isChecked, write, onClose }} isBusy={edit.isBusy} />}
        </>
      }
    >
      <BulkState bulk={bulk} />
      {asks && (
        <div className="flex flex-col gap-4">
          {outcome.withoutPoints > 0 && <WithoutPoints outcome={outcome} records={records} />}
          <BulkReport
            entity={contract.name}
            outcome={outcome}
            label={t(isChecked ? 'bulk.will_check' : 'bulk.will_uncheck', { n: formatNumber(outcome.changed) })}
          />
        </div>
      )}
    </Dialog>
  );
}

/** The jobs without points: how many, what becomes of them, and which. */
function WithoutPoints({ outcome, records }: { outcome: BulkOutcome; records: ChosenRecords }) {
  const { withoutPoints, withoutPointIds } = outcome;
  const { contract } = useListContext();
  const { t } = useText();
  const jobs = useRecords(contract.name, withoutPointIds);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-semibold">{t('page.without_points', { n: formatNumber(withoutPoints) })}</p>
      <p className="text-muted">{t('page.without_points_text')}</p>
      {jobs.length > 0 && <NamedRecords names={jobs.map((row) => recordTitle(contract.name, row))} />}
      {'filter' in records && withoutPointIds.length === 0 && (
        <TextLink to={`${contract.path}?${new URLSearchParams({ ...records.filter, ...WITHOUT_POINTS })}`}>
          {t('bulk.show_without_points')}
        </TextLink>
      )}
    </div>
  );
}

interface ChoicesProps extends CheckDialogProps {
  outcome: BulkOutcome;
  isBusy: boolean;
  write: (more?: BulkValues) => void;
}

/** What can be done with the checks: all, only the jobs with points, or first a calculation, which is the main one where jobs have no points. */
function Choices({ outcome, records, isChecked, isBusy, write, onClose }: ChoicesProps) {
  const { contract } = useListContext();
  const { t } = useText();
  const { changed, withoutPoints, withoutPointIds, stopped } = outcome;
  const [job] = useRecords(contract.name, withoutPointIds);
  const month = monthOf(job, contract.dated) ?? ('filter' in records ? records.filter.exc_start_time?.slice(0, 7) : undefined);
  if (changed === 0 || stopped) return null;
  if (withoutPoints === 0)
    return (
      <Button variant="primary" loading={isBusy} onClick={() => write()}>
        {t(isChecked ? 'bulk.check_n' : 'bulk.uncheck_n', { n: formatNumber(changed) })}
      </Button>
    );
  return (
    <>
      <Button loading={isBusy} onClick={() => write()}>
        {t('bulk.check_anyway', { n: formatNumber(changed) })}
      </Button>
      {changed > withoutPoints && (
        <Button loading={isBusy} onClick={() => write({ skip_without_points: true })}>
          {t('bulk.check_with_points', { n: formatNumber(changed - withoutPoints) })}
        </Button>
      )}
      <CalculateFirst month={month} onLeave={onClose} />
    </>
  );
}

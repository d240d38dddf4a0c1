import { Calculator } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Contract } from '#contracts/contract.ts';
import { readPage } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** In the address of one read. */
const MAX_IDS = 500;

/** What the person wants checked: all of it, only what has points, or nothing now. */
type Choice = 'all' | 'with_points' | 'none';

interface Question {
  total: number;
  without: Set<number>;
  /** YYYY-MM of the jobs without points, to calculate first. */
  month: string | undefined;
  answer: (choice: Choice) => void;
}

/**
 * Asks before jobs without points are checked, which a calculation passes over from then on. `filter` answers the ids that are to be checked;
 * of records that have no points it asks nothing. `dialog` is drawn by whoever asks.
 */
export function useAskWithoutPoints({ name, fields }: Contract) {
  const [question, setQuestion] = useState<Question>();
  const hasPoints = Object.hasOwn(fields, 'result_design_point');
  const filter = useCallback(
    async (ids: readonly number[]): Promise<number[]> => {
      if (!hasPoints) return [...ids];
      const empty: Row[] = [];
      for (let at = 0; at < ids.length; at += MAX_IDS) {
        const query = { ids: ids.slice(at, at + MAX_IDS), result_design_point__empty: 1, is_checked: 0, limit: MAX_IDS };
        empty.push(...(await readPage<Row>(name, query)).data.filter((row) => !hasAnyPoints(row)));
      }
      if (empty.length === 0) return [...ids];
      const without = new Set(empty.map(({ id }) => id));
      const month = String(empty[0]!.henkyaku_hi ?? '').slice(0, 7) || undefined;
      const choice = await new Promise<Choice>((answer) => setQuestion({ total: ids.length, without, month, answer }));
      setQuestion(undefined);
      if (choice === 'none') return [];
      return choice === 'all' ? [...ids] : ids.filter((id) => !without.has(id));
    },
    [name, hasPoints],
  );
  return { filter, dialog: question && <WithoutPointsDialog {...question} /> };
}

/** One of the two points is enough, as for the server. */
export function hasAnyPoints({ result_design_point, result_check_point }: Row): boolean {
  return (result_design_point ?? result_check_point ?? null) !== null;
}

function WithoutPointsDialog({ total, without, month, answer }: Question) {
  const { t } = useText();
  const { may } = useSession();
  const navigate = useNavigate();
  const rest = total - without.size;
  const calculate = () => {
    answer('none');
    const [year, number] = month!.split('-').map(Number);
    void navigate(`/calculate?year=${year}&month=${number}`);
  };
  const mayCalculate = month !== undefined && may(ACTIONS.calculate);
  return (
    <Dialog
      size="md"
      open
      onClose={() => answer('none')}
      title={t('page.without_points', { n: formatNumber(without.size) })}
      footer={
        <>
          <Button onClick={() => answer('none')}>{t('control.cancel')}</Button>
          <Button onClick={() => answer('all')}>{t('page.check_without_points', { n: formatNumber(total) })}</Button>
          {rest > 0 && <Button onClick={() => answer('with_points')}>{t('page.check_with_points', { n: formatNumber(rest) })}</Button>}
          {mayCalculate && (
            <Button variant="primary" icon={Calculator} autoFocus onClick={calculate}>
              {t('page.calculate_first')}
            </Button>
          )}
        </>
      }
    >
      <p className="text-muted">{t('page.without_points_text')}</p>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { QuestionRow } from '#contracts/calls/answers/questions.ts';
import { QUESTION_COLUMNS, QUESTION_KINDS, QUESTION_PARAMS, QUESTION_STATUSES, type QuestionStatus } from '#contracts/calls/questions.ts';
import { formatMonthKey, MONTH, YEAR } from '#contracts/months.ts';
import { api, listQuery, type Row, readPage } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { type FilterLabel, RefFilter, SelectFilter } from '../../../crud/filters/filters.tsx';
import { useListPosition } from '../../../crud/list/list-return.ts';
import { toListQuery, useListState } from '../../../crud/list/list-state.ts';
import { ListView } from '../../../crud/list/list-view.tsx';
import { useText } from '../../../i18n/index.ts';
import { ACTIONS } from '../../../layout/access.ts';
import { DownloadButton } from '../../../layout/page-parts.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Badge, type BadgeTone } from '../../../ui/feedback/feedback.tsx';
import { monthOptions, yearOptions } from '../../filters/month-selects.tsx';

const STATUS_TONES: Readonly<Record<QuestionStatus, BadgeTone>> = { open: 'warning', answered: 'success', closed: 'neutral' };

const LABELS: readonly FilterLabel[] = [
  { name: 'status', label: QUESTION_PARAMS.status.label, valueLabels: QUESTION_STATUSES },
  { name: 'year', label: YEAR },
  { name: 'month', label: MONTH },
  { name: 'user_id', label: QUESTION_PARAMS.user_id.label, entity: 'users' },
];

/** Questions about points: one's own, and for the office those it answers; the open ones first. */
export function QuestionsPage() {
  const { t, lang } = useText();
  const { may } = useSession();
  const staff = may(ACTIONS.read_statements);
  const list = useListState();
  const query = toListQuery(list.state);
  const answer = useQuery(listQuery<QuestionRow>('questions', query));
  const toRow = useCallback(
    (question: QuestionRow): Row => ({ ...question, name: questionName(question, lang), month: formatMonthKey(question.month) }),
    [lang],
  );
  const columns = useMemo(() => QUESTION_COLUMNS.filter(({ key }) => staff || key !== 'user_name'), [staff]);
  const statuses = Object.entries(QUESTION_STATUSES).map(([value, label]) => ({ value, label: label[lang] }));
  const root = useRef<HTMLDivElement>(null);
  useListPosition('/questions', root, query, answer.data !== undefined);
  return (
    <ListView
      root={root}
      list={list}
      answer={answer}
      folded={
        staff && (
          <DownloadButton
            download={() => api.download('questions/export', 'questions', { query: { ...query, page: undefined, limit: undefined } })}
          >
            {t('control.export')}
          </DownloadButton>
        )
      }
      filters={
        <>
          <SelectFilter name="status" label={QUESTION_PARAMS.status.label} options={statuses} className="sm:w-44" />
          <SelectFilter name="year" label={YEAR} options={yearOptions()} className="sm:w-28" />
          {list.state.filters.year && <SelectFilter name="month" label={MONTH} options={monthOptions()} className="sm:w-28" />}
          {staff && <RefFilter name="user_id" label={QUESTION_PARAMS.user_id.label} entity="users" />}
        </>
      }
      filterLabels={LABELS}
      readAll={(limit) => readPage<QuestionRow>('questions', { ...query, page: 1, limit })}
      rowOf={toRow}
      label={t('route.questions')}
      columns={columns}
      cells={CELLS}
      link={LINK}
      emptyText={t('question.empty')}
      emptyAction={<ButtonLink to="/my-points">{t('route.my_points')}</ButtonLink>}
    />
  );
}

const CELLS = { status: (row: Row) => <StatusBadge status={row.status as QuestionStatus} /> };
const LINK = { column: 'name', to: (row: Row) => `/questions/${row.id}` };

export function StatusBadge({ status }: { status: QuestionStatus }) {
  const { lang } = useText();
  return <Badge tone={STATUS_TONES[status]}>{QUESTION_STATUSES[status][lang]}</Badge>;
}

/** The name of a question: its number and the record it is about, or its kind. */
export function questionName({ id, record_title, kind }: Pick<QuestionRow, 'id' | 'record_title' | 'kind'>, lang: 'vi' | 'en'): string {
  return `#${id} · ${record_title ?? QUESTION_KINDS[kind][lang]}`;
}

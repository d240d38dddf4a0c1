import type { ReactNode } from 'react';
import type { Question } from '#contracts/calls/answers/questions.ts';
import { formatDate, formatNumber, formatPoint, type MessageKey, useText } from '../../../i18n/index.ts';
import { TextLink } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';

/** Address of the record by the kind of question. */
const PATHS: Readonly<Record<string, string>> = { direct: '/directs', mistake: '/mistake', indirect: '/indirect', pro: '/pro' };

/** The record as it was when it was asked about, beside what it is now; what differs is marked. */
export function RecordFacts({ question: { kind, record_id, record, record_now }, action }: { question: Question; action: ReactNode }) {
  const { t } = useText();
  if (!record) return null;
  const names = Object.keys(record);
  const isChanged = (name: string) => record_now !== null && JSON.stringify(record[name]) !== JSON.stringify(record_now[name]);
  const same = record_now !== null && !names.some(isChanged);
  return (
    <section className="rounded border border-line bg-surface p-4 sm:p-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('question.record')}</h2>
        <div data-chrome className="flex flex-wrap items-center gap-3">
          {record_now && PATHS[kind] && (
            <TextLink alone to={`${PATHS[kind]}/${record_id}/view`}>
              {t('question.to_record')}
            </TextLink>
          )}
          {action}
        </div>
      </div>
      {record_now === null && <p className="mb-2 text-table text-warning">{t('question.record_gone')}</p>}
      {same && <p className="mb-2 text-table text-muted">{t('question.record_same')}</p>}
      <table aria-label={t('question.record')} className="w-full text-table">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="py-1.5 pr-3 font-medium">
              {t('form.conflict_field')}
            </th>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              {t('question.when_asked')}
            </th>
            {record_now && !same && (
              <th scope="col" className="py-1.5 font-medium">
                {t('points.is_now')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className={cx('border-b border-line align-top last:border-b-0', isChanged(name) && 'bg-row-adjusted')}>
              <th scope="row" className="py-1.5 pr-3 text-left font-normal text-muted">
                {factLabel(name, t)}
              </th>
              <td className="py-1.5 pr-3 break-words tabular-nums">{factText(name, record[name])}</td>
              {record_now && !same && (
                <td className={cx('py-1.5 break-words tabular-nums', isChanged(name) && 'font-semibold')}>
                  {factText(name, record_now[name])}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function factLabel(name: string, t: (key: MessageKey) => string): string {
  const key = `question.facts.${name}` as MessageKey;
  const label = t(key);
  return label === key ? name : label;
}

/** A value of a record by the name of its field: points with two places, dates as dates. */
function factText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'number') return name.endsWith('point') || name === 'tsubosuu' ? formatPoint(value) : formatNumber(value);
  return formatDate(String(value));
}

import { queryOptions, useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { CrawlAlias, UnmatchedName } from '#contracts/calls/answers/crawl-settings.ts';
import { ALIAS_KINDS } from '#contracts/calls/crawl-settings.ts';
import { api, readData } from '../../../api/client.ts';
import { RefPicker } from '../../../crud/pickers/ref-picker.tsx';
import { formatNumber, useText } from '../../../i18n/index.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { notify } from '../../../ui/feedback/feedback.tsx';
import { ColumnHeads, Table } from '../../../ui/table/table.tsx';

const POLL_MS = 5000;

export const unmatchedQuery = queryOptions({
  queryKey: ['crawl_unmatched'],
  ...readData<UnmatchedName[]>('crawl_unmatched'),
  // The queue fills the jobs of a name that was assigned.
  refetchInterval: ({ state }) => (state.data?.some(({ assigned_to, jobs, held }) => assigned_to && jobs > held) ? POLL_MS : false),
});

/** Names of the source that nobody goes by, with whom each is; jobs that are held wait in it. */
export function UnmatchedNames({ names }: { names: readonly UnmatchedName[] }) {
  const { t } = useText();
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-section font-semibold">{t('source.names')}</h2>
      <p className="mb-3 max-w-200 text-table text-muted">{t('source.names_hint')}</p>
      {names.length === 0 && <p className="text-table">{t('source.names_none')}</p>}
      {names.length > 0 && (
        <Table label={t('source.names')} className="stacked">
          <ColumnHeads heads={[t('source.name'), t('source.kind'), { right: t('calculate.jobs') }, t('source.assign_to')]} />
          <tbody>
            {names.map((name) => (
              <NameRow key={`${name.kind}\u0000${name.text}`} name={name} />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function NameRow({ name }: { name: UnmatchedName }) {
  const { t, lang } = useText();
  const { kind, text, jobs, held, customer_id, similar, assigned_to } = name;
  const [target, setTarget] = useState<number | null>(null);
  const assign = useMutation({
    mutationFn: (target_id: number) => api.post<{ data: CrawlAlias }>('crawl_aliases', { kind, text, target_id }),
    onSuccess: ({ data }) => notify.success({ title: t('source.assigned', { text, name: data.target_name ?? '' }) }),
    meta: { refreshes: [['crawl_unmatched'], ['crawl_aliases'], ['directs']] },
  });
  return (
    <tr>
      <td data-wrap className="sm:min-w-44">
        {customer_id === null ? text : <TextLink to={`/customers/${customer_id}/view`}>{text}</TextLink>}
        {customer_id !== null && <p className="text-legend text-muted">{t('source.made')}</p>}
      </td>
      <td data-label={t('source.kind')}>{ALIAS_KINDS[kind][lang]}</td>
      <td data-align="right" data-wrap data-label={t('calculate.jobs')} className="sm:min-w-28">
        {formatNumber(jobs)}
        {held > 0 && <p className="text-legend text-muted">{t('source.held', { n: formatNumber(held) })}</p>}
      </td>
      <td data-label={t('source.assign_to')} className="sm:min-w-80">
        {assigned_to ? (
          <span className="text-muted">{t('source.waits_for', { name: assigned_to.name })}</span>
        ) : (
          <div className="flex flex-wrap items-center gap-2 py-1">
            <div className="min-w-48 flex-1">
              <RefPicker
                entity={kind === 'person' ? 'users' : 'customers'}
                value={target}
                onChange={setTarget}
                aria-label={t('source.assign_of', { text })}
              />
            </div>
            <Button
              icon={Check}
              disabled={target === null}
              loading={assign.isPending}
              onClick={() => target !== null && assign.mutate(target)}
            >
              {t('source.assign')}
            </Button>
            {similar.map(({ id, name }) => (
              <Button key={id} size="sm" onClick={() => setTarget(id)}>
                {t('source.similar', { name })}
              </Button>
            ))}
          </div>
        )}
      </td>
    </tr>
  );
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CrawlAlias } from '#contracts/calls/answers/crawl-settings.ts';
import { ALIAS_KINDS } from '#contracts/calls/crawl-settings.ts';
import { api } from '../../../api/client.ts';
import { readData } from '../../../api/queries.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/overlays/confirm.tsx';

export const aliasesQuery = queryOptions({ queryKey: ['crawl_aliases'], ...readData<CrawlAlias[]>('crawl_aliases') });

/** Names that stand for somebody who is called otherwise here: assigned, or learned when a customer was renamed. */
export function Aliases({ aliases }: { aliases: readonly CrawlAlias[] }) {
  const { t, lang } = useText();
  const ask = useConfirm();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: CrawlAlias) => api.delete(`crawl_aliases/${id}`),
    onSettled: () => Promise.all([['crawl_aliases'], ['crawl_unmatched']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const confirmRemove = async (alias: CrawlAlias) => {
    const title = t('source.alias_remove_title', { text: alias.text });
    const text = t('source.alias_remove_text', { name: alias.target_name ?? '' });
    if (await ask({ title, text, confirmLabel: t('source.alias_remove') })) remove.mutate(alias);
  };
  if (aliases.length === 0) return null;
  return (
    <section aria-label={t('source.aliases')} className="max-w-240">
      <h2 className="mb-2 text-section font-semibold">{t('source.aliases')}</h2>
      <ul className="divide-y divide-line">
        {aliases.map((alias) => (
          <li key={alias.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1 text-table">
              <p className="break-words">
                {alias.text} <span className="text-muted">→</span> <span className="font-medium">{alias.target_name ?? '–'}</span>
              </p>
              <p className="text-muted">
                {ALIAS_KINDS[alias.kind][lang]} ·{' '}
                {alias.assigned_at
                  ? t('source.alias_by', { name: alias.assigned_by ?? '', time: formatDateTime(alias.assigned_at) })
                  : t('source.alias_learned')}
              </p>
            </div>
            <Button size="sm" aria-label={t('source.alias_remove_of', { text: alias.text })} onClick={() => void confirmRemove(alias)}>
              {t('source.alias_remove')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw, Save } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CrawlAlias, CrawlSample, CrawlSettings, CrawlTest, SourceWorkflows } from '#contracts/calls/answers/crawl-settings.ts';
import { ALIAS_KINDS } from '#contracts/calls/crawl-settings.ts';
import { ApiError, isInvalidInput } from '../../../api/api-error.ts';
import { api, read, readData } from '../../../api/client.ts';
import { formatDateTime, officeToday, useText } from '../../../i18n/index.ts';
import { PageHeader } from '../../../layout/page-header.tsx';
import { ReadError } from '../../../layout/page-parts.tsx';
import { useUnsaved } from '../../../layout/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { notify, Skeleton, useConfirm } from '../../../ui/feedback/feedback.tsx';
import { useShortcuts } from '../../../ui/hooks/shortcuts.ts';
import { Connection } from './connection.tsx';
import { type Draft, draftOf, listIds } from './draft.ts';
import { FieldMap } from './field-map.tsx';
import { UnmatchedNames, unmatchedQuery } from './unmatched-names.tsx';

const SETTINGS = queryOptions({ queryKey: ['crawl_settings'], ...read<CrawlSettings>('crawl_settings'), refetchOnWindowFocus: false });
const SAMPLE_KEY = ['crawl_settings', 'sample'];

/** How Base.vn is read: the connection, names that nobody goes by, and which field fills which column. For Admins. */
export function CrawlSettingsPage() {
  const settings = useQuery(SETTINGS);
  const names = useQuery(unmatchedQuery);
  const aliases = useQuery(aliasesQuery);
  // All at once, so that nothing moves down what stands below it.
  if (settings.data && names.data && aliases.data)
    return (
      <Settings saved={settings.data}>
        <UnmatchedNames names={names.data} />
        <Aliases aliases={aliases.data} />
      </Settings>
    );
  const failed = [settings, names, aliases].find(({ data, error }) => error && !data);
  return (
    <>
      <PageHeader />
      {failed ? <ReadError error={failed.error} onRetry={failed.refetch} /> : <Skeleton className="h-80 w-full max-w-240" />}
    </>
  );
}

/** The settings around `children`; what is read of the source stands last, as it may be long in coming. */
function Settings({ saved, children }: { saved: CrawlSettings; children: ReactNode }) {
  const { t } = useText();
  const client = useQueryClient();
  const [typed, setTyped] = useState<{ version: number; draft: Draft }>();
  const draft = typed?.version === saved.version ? typed.draft : draftOf(saved);
  const dirty = JSON.stringify(draft) !== JSON.stringify(draftOf(saved));
  useUnsaved(dirty);
  const sample = useQuery({
    queryKey: SAMPLE_KEY,
    ...read<CrawlSample>('crawl_settings/sample'),
    refetchOnWindowFocus: false,
    retry: false,
  });
  const [isChoosing, setChoosing] = useState(false);
  const { data: workflows } = useQuery({
    queryKey: ['crawl_settings', 'workflows'],
    ...read<SourceWorkflows>('crawl_settings/workflows'),
    refetchOnWindowFocus: false,
    retry: false,
    // A call to the source: only once somebody looks for it, or has no job to see the fields by.
    enabled: isChoosing || sample.data?.external_id === null,
  });
  const [outcome, setOutcome] = useState<CrawlTest>();
  const test = useMutation({
    meta: SILENT_422,
    mutationFn: ({ draft: tried }: Trial) => api.post<CrawlTest>('crawl_settings/test', tried),
    onSuccess: async (answer, { isAsked }) => {
      if (isAsked) setOutcome(answer);
      await client.cancelQueries({ queryKey: SAMPLE_KEY });
      if (answer.sample) client.setQueryData(SAMPLE_KEY, answer.sample);
    },
  });
  const save = useMutation({
    meta: SILENT_422,
    mutationFn: () => api.put<CrawlSettings>('crawl_settings', { ...changesOf(draft, saved), version: saved.version }),
    onSuccess: (answer) => {
      notify.success({ title: t('source.saved'), text: t('source.saved_hint') });
      client.setQueryData(SETTINGS.queryKey, answer);
      void client.invalidateQueries({ queryKey: SAMPLE_KEY });
    },
  });
  const submit = () => dirty && !save.isPending && save.mutate();
  useShortcuts({ 'mod+s': submit });
  const change = (next: Draft) => {
    setTyped({ version: saved.version, draft: next });
    save.reset();
    // What a field becomes is asked of the source; what is typed into a text is not.
    if (next.field_map !== draft.field_map || next.numbers !== draft.numbers) test.mutate({ draft: next });
  };
  const error = [save.error, test.error].find((each) => each instanceof ApiError);
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <PageHeader
        work={<ReadEverythingAgain disabled={dirty || saved.problem !== null} />}
        primary={
          <Button variant="primary" icon={Save} disabled={!dirty} loading={save.isPending} onClick={submit}>
            {t('control.save')}
          </Button>
        }
      />
      <Connection
        {...{ saved, draft, change, outcome }}
        workflows={workflows}
        onChoose={() => setChoosing(true)}
        messages={error?.messages ?? {}}
        isTesting={test.isPending && test.variables.isAsked === true}
        onTest={() => test.mutate({ draft, isAsked: true })}
      />
      {children}
      <FieldMap
        {...{ saved, draft, change }}
        sample={sample.data}
        form={workflows?.data.find(({ id }) => listIds(draft).includes(id))?.fields ?? []}
        waiting={sample.isFetching || test.isPending}
        error={error?.messages.field_map}
        onReadAgain={() => (dirty ? test.mutate({ draft }) : void sample.refetch())}
      />
    </div>
  );
}

/** A draft that is tried; `isAsked`: by the button that says what came of it. */
interface Trial {
  draft: Draft;
  isAsked?: boolean;
}

const SILENT_422 = { silent: isInvalidInput };

/** What is sent: a setting that was not touched stays with the environment. */
function changesOf(draft: Draft, saved: CrawlSettings): Partial<Draft> {
  const before = draftOf(saved);
  const names = Object.keys(draft) as (keyof Draft)[];
  return Object.fromEntries(names.filter((name) => draft[name] !== before[name]).map((name) => [name, draft[name]]));
}

function ReadEverythingAgain({ disabled }: { disabled: boolean }) {
  const { t } = useText();
  const ask = useConfirm();
  const start = useMutation({
    mutationFn: () => api.post('sync-base-data', { date: officeToday() }),
    onSuccess: () => notify.success({ title: t('source.read_again_started') }),
  });
  const confirm = async () => {
    if (await ask({ title: t('source.read_again_title'), text: t('source.read_again_text'), confirmLabel: t('source.read_again') }))
      start.mutate();
  };
  return (
    <Button icon={RotateCw} disabled={disabled} loading={start.isPending} onClick={() => void confirm()}>
      {t('source.read_again')}
    </Button>
  );
}

const aliasesQuery = queryOptions({ queryKey: ['crawl_aliases'], ...readData<CrawlAlias[]>('crawl_aliases') });

/** Names that stand for somebody who is called otherwise here: assigned, or learned when a customer was renamed. */
function Aliases({ aliases }: { aliases: readonly CrawlAlias[] }) {
  const { t, lang } = useText();
  const ask = useConfirm();
  const remove = useMutation({
    mutationFn: ({ id }: CrawlAlias) => api.delete(`crawl_aliases/${id}`),
    meta: { refreshes: [['crawl_aliases'], ['crawl_unmatched']] },
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

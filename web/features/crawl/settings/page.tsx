import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw, Save } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CrawlSample, CrawlSettings, CrawlTest, SourceWorkflows } from '#contracts/calls/answers/crawl-settings.ts';
import { ApiError, isInvalidInput } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { read } from '../../../api/queries.ts';
import { useText } from '../../../i18n/index.ts';
import { officeToday } from '../../../i18n/office-today.ts';
import { PageHeader } from '../../../layout/page-header.tsx';
import { ReadError } from '../../../layout/read-error.tsx';
import { useUnsaved } from '../../../layout/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { useShortcuts } from '../../../ui/hooks/shortcuts.ts';
import { useConfirm } from '../../../ui/overlays/confirm.tsx';
import { Aliases, aliasesQuery } from './aliases.tsx';
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw, Save } from 'lucide-react';
import { useState } from 'react';
import type { CrawlSample, CrawlSettings, CrawlTest } from '#contracts/calls/answers/crawl-settings.ts';
import { ApiError } from '../../../api/api-error.ts';
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
import { Aliases } from './aliases.tsx';
import { Connection } from './connection.tsx';
import { type Draft, draftOf } from './draft.ts';
import { FieldMap } from './field-map.tsx';
import { UnmatchedNames } from './unmatched-names.tsx';

/** How Base.vn is read: the connection, which field fills which column, and names that nobody goes by. For Admins. */
export function CrawlSettingsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['crawl_settings'],
    ...read<CrawlSettings>('crawl_settings'),
    refetchOnWindowFocus: false,
  });
  if (data) return <Settings key={data.version} saved={data} />;
  return (
    <>
      <PageHeader />
      {error ? <ReadError error={error} onRetry={refetch} /> : <Skeleton className="h-80 w-full max-w-240" />}
    </>
  );
}

function Settings({ saved }: { saved: CrawlSettings }) {
  const { t } = useText();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(saved));
  const dirty = JSON.stringify(draft) !== JSON.stringify(draftOf(saved));
  useUnsaved(dirty);
  const sample = useQuery({
    queryKey: ['crawl_settings', 'sample'],
    ...read<CrawlSample>('crawl_settings/sample'),
    refetchOnWindowFocus: false,
    retry: false,
  });
  const test = useMutation({ meta: SILENT_422, mutationFn: (tried: Draft) => api.post<CrawlTest>('crawl_settings/test', tried) });
  const save = useMutation({
    meta: SILENT_422,
    mutationFn: () => api.put<CrawlSettings>('crawl_settings', { ...changesOf(draft, saved), version: saved.version }),
    onSuccess: (answer) => {
      notify.success({ title: t('source.saved'), text: t('source.saved_hint') });
      client.setQueryData(['crawl_settings'], answer);
      void client.invalidateQueries({ queryKey: ['crawl_settings', 'sample'] });
    },
  });
  const submit = () => dirty && !save.isPending && save.mutate();
  useShortcuts({ 'mod+s': submit });
  const change = (next: Draft) => {
    setDraft(next);
    save.reset();
    // What a field becomes is asked of the source; what is typed into a text is not.
    if (next.field_map !== draft.field_map || next.numbers !== draft.numbers) test.mutate(next);
  };
  const error = [save.error, test.error].find((each) => each instanceof ApiError);
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <PageHeader
        folded={<ReadEverythingAgain disabled={dirty || saved.problem !== null} />}
        primary={
          <Button variant="primary" icon={Save} disabled={!dirty} loading={save.isPending} onClick={submit}>
            {t('control.save')}
          </Button>
        }
      />
      <Connection
        {...{ saved, draft, change }}
        messages={error?.messages ?? {}}
        test={test.data}
        testing={test.isPending}
        onTest={() => test.mutate(draft)}
      />
      <FieldMap
        {...{ saved, draft, change }}
        sample={test.data?.sample ?? sample.data}
        waiting={sample.isFetching || test.isPending}
        error={error?.messages.field_map}
        onReadAgain={() => (dirty ? test.mutate(draft) : void sample.refetch())}
      />
      <UnmatchedNames />
      <Aliases />
    </div>
  );
}

const SILENT_422 = { silent: (error: unknown) => error instanceof ApiError && error.status === 422 };

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

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Import } from '#contracts/calls/answers/imports.ts';
import { ACTIVE_IMPORTS } from '#contracts/calls/import-status.ts';
import type { Contract } from '#contracts/contract.ts';
import { ApiError } from '../../api/api-error.ts';
import { read } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { markShown } from '../../layout/notice-feed.ts';
import { useUndo } from '../../layout/undo.ts';
import { notify } from '../../ui/feedback/feedback.tsx';
import { useLocalStorage } from '../../ui/hooks/local-storage.ts';

const POLL_MS = 1000;

export type TrackedImport = Pick<UseQueryResult<Import>, 'data' | 'error' | 'refetch'> & { id: number };

/**
 * The last import this browser started for an entity, until its result was seen. One without errors ends with a notice and is forgotten.
 * `onEnd` is called at each end, with whether it succeeded without errors.
 */
export function useTrackedImport(contract: Contract, onEnd: (succeeded: boolean) => void) {
  const { t, lang } = useText();
  const client = useQueryClient();
  const undoOf = useUndo();
  const [id, track] = useLocalStorage<number | null>(`import.${contract.name}`, null);
  const { data, error, refetch } = useQuery({
    queryKey: ['imports', id],
    ...read<Import>(`imports/${id}`),
    enabled: id !== null,
    placeholderData: undefined,
    refetchInterval: (query) => (query.state.data && !isImportRunning(query.state.data) ? false : POLL_MS),
    refetchIntervalInBackground: true,
    meta: { silent: true },
  });

  const status = data?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the import ends
  useEffect(() => {
    if (!data || isImportRunning(data)) return;
    if (data.inserted + data.updated > 0 && !data.dry_run) void client.invalidateQueries({ queryKey: [contract.name] });
    const succeeded = data.status === 'done' && data.failed === 0 && !data.dry_run;
    onEnd(succeeded);
    markShown(`${contract.path}?import=${data.id}`);
    if (!succeeded) return;
    const counts = { inserted: formatNumber(data.inserted), updated: formatNumber(data.updated) };
    const sentences = [t('imports.done_text', { name: contract.label[lang], ...counts }), ...(data.message ? [data.message] : [])];
    notify.success({
      title: t('imports.done'),
      text: sentences.join('\n'),
      ...(data.inserted + data.updated > 0 && undoOf(`import-${data.id}`)),
    });
    track(null);
  }, [status]);

  // Another person's import, or one that was deleted.
  const lost = error instanceof ApiError && (error.status === 403 || error.status === 404);
  useEffect(() => {
    if (lost) track(null);
  }, [lost, track]);

  const tracked: TrackedImport | undefined = id === null ? undefined : { id, data, error, refetch };
  return { tracked, track };
}

export function isImportRunning({ status }: Import): boolean {
  return ACTIVE_IMPORTS.includes(status);
}

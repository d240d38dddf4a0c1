import { queryOptions } from '@tanstack/react-query';
import type { AdjustSettings } from '#contracts/calls/office-settings.ts';
import { api } from '../../api/client.ts';

/** Whether points are set by hand only with a reason. */
export const adjustSettingsQuery = queryOptions({
  queryKey: ['adjust-settings'],
  queryFn: ({ signal }) => api.get<AdjustSettings>('adjust-settings', { signal }),
  meta: { silent: true },
});

import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export interface AdjustSettings {
  reason_required: 0 | 1;
}

/** Whether points are set by hand only with a reason. */
export const adjustSettingsQuery = queryOptions({
  queryKey: ['adjust-settings'],
  queryFn: ({ signal }) => api.get<AdjustSettings>('adjust-settings', { signal }),
  placeholderData: undefined,
  meta: { silent: true },
});

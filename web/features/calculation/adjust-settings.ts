import { queryOptions } from '@tanstack/react-query';
import type { AdjustSettings } from '#contracts/calls/answers/office-settings.ts';
import { read } from '../../api/client.ts';

/** Whether points are set by hand only with a reason. */
export const adjustSettingsQuery = queryOptions({
  queryKey: ['adjust-settings'],
  ...read<AdjustSettings>('adjust-settings'),
  meta: { silent: true },
});

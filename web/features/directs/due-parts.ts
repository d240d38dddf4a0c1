import { queryOptions } from '@tanstack/react-query';
import type { DueJobs } from '#contracts/calls/answers/directs-due.ts';
import { type Query, read } from '../../api/client.ts';

/** The jobs without a return date of a department or designer, or all. */
export const dueQuery = (query: Query) => queryOptions({ queryKey: ['directs', 'due', query], ...read<DueJobs>('directs/due', query) });

import type { dashboard as vi } from '../vi/dashboard.ts';

export const dashboard: typeof vi = {
  views: 'Dashboard by',
  default: 'Default',
  department: 'Department',
  printed: 'Printed at {time} by {name} · {n} rows',
  unfiltered: 'all departments and groups one may see',
  pdf: 'Export PDF',
  nothing: 'There are no figures for this month and these filters.',
  nothing_here: 'The rows on this page have no figures this month.',
  largest_first: 'Put the largest figures first',
};

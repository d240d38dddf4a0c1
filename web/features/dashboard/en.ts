import type { dashboard as vi } from './vi.ts';

export const dashboard: typeof vi = {
  views: 'Dashboard by',
  default: 'Default',
  department: 'Department',
  unfiltered: 'all departments and groups you may see',
  pdf: 'Export PDF',
  nothing: 'There are no figures for this month and these filters.',
  measure: 'Figure of the chart',
  series: 'Four series',
  change: '{sign}{n} ({sign}{percent} %) from {month}',
  running: 'So far; {month} in full: {n}',
  running_month: '{month} in progress',
  no_before: 'no figures in {month}',
  trend: '{measure} by month',
  idle_people: '{n} {n|person has|people have} none this month.',
  idle_departments: '{n} {n|department has|departments have} none this month.',
  show_all: 'Show all {n}',
  show_first: 'Show the first {n} only',
  counted_people:
    "By return date. Floor area, difficulty and jobs count for the designer; points and time are each person's designing and checking.",
  counted_departments:
    'By return date and the department that the job carries. Floor area, difficulty and jobs count only where there is a designer; points and time are designing and checking.',
  tab_difference:
    '{measure} by the department of the people: {people}; by the department of the jobs: {jobs}. Difference {difference}: people also do jobs of other departments.',
  trend_not_by_change: 'The months cannot be filtered by the day of the last change.',
};

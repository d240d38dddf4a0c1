import type { system as vi } from './vi.ts';

export const system: typeof vi = {
  hint: 'What the system does by itself, and the limit of each. Admins are told once when something is beyond its limit, and once when it is good again.',
  checks: 'What runs by itself',
  minutes: '{n} min ago',
  hours: '{n} h ago',
  days: '{n} d ago',
  outcome: 'Last outcome: {outcome}',
  alert_since: 'Beyond its limit since {time}',
  errors: 'Errors within 24 hours',
  no_errors: 'No errors within 24 hours.',
  slow_calls: 'Slowest calls within 24 hours',
  no_slow_calls: 'No call took longer than 0.1 seconds.',
  database: 'Database',
  size: '{mb} MB, {rows} {rows|row|rows}',
  active: 'Jobs at work or waiting: {n}',
  usage: 'Month {month} (UTC): {read} rows read{plan}, {written} written.',
  plan: ' of the {n} that the plan has',
  version: 'Version {version}, read at {time}',
  refresh: 'Read again',
  outcomes: { done: 'success', passed: 'passed', failed: 'failed', cancelled: 'cancelled' },
};

import type { total as vi } from '../vi/total.ts';

export const total: typeof vi = {
  lock: 'Lock',
  lock_title: 'Lock and unlock a month',
  same_status: 'The month is so already; choose the other status to save.',
  unlock_month: 'Unlock this month',
  locked: 'Locked',
  open: 'Open',
  lock_history: 'Locks and unlocks',
  did_lock: 'locked it',
  did_unlock: 'unlocked it',
  open_points: '{n} points of this month are still open.',
  see_open_points: 'See them',
  open_changes: 'See what was changed while it was open',
  no_changes: 'Nothing was changed.',
  more_changes: 'and {n} more changes',
  export_needs_department: 'Choose a department that has rows to export',
  jobs: 'Jobs of the customer',
  no_jobs: 'There are no jobs to sum up yet.',
  show_jobs: 'Open the jobs of {name}',
  hide_jobs: 'Close the jobs of {name}',
  more_jobs: 'See the other {n} jobs in the list',
};

import type { form as vi } from '../vi/form.ts';

export const form: typeof vi = {
  saving: 'Saving…',
  unsaved: 'Not saved: {fields}',
  discard_text: 'What you typed has not been sent and would be lost.',
  discard: 'Discard what I typed',
  keep_writing: 'Keep writing',
  month_locked: 'Month {month} is locked, so this record cannot be changed.',
  month_locked_kept: 'Month {month} is locked: what you typed is still here but not saved.',
  date_locked: 'Month {month} is locked; choose a date in an open month.',
  nothing_to_choose: 'There are no {name} yet, so this may stay empty.',
  open_to_make: 'Open {name}',
  fill_in_failed: 'The chosen {field} could not be read; fill in the other fields yourself.',
  conflict_title: 'Somebody else has just changed this record',
  conflict_text: 'The new version was saved at {time}. Compare both and choose the one to keep.',
  conflict_field: 'Field',
  conflict_yours: 'You entered',
  conflict_now: 'Now',
  conflict_untouched: '(not changed by you)',
  conflict_mine: 'Save mine',
  conflict_theirs: 'Take the new one',
  conflict_later: 'Let me look again',
};

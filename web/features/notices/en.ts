import type { inbox as vi } from './vi.ts';

export const inbox: typeof vi = {
  bell: 'Notices',
  bell_unread: 'Notices: {n} unread',
  newest: 'The newest notices',
  all: 'See all',
  read_all: 'Mark all as read',
  unread_only: 'Unread only',
  unread: 'unread',
  empty: 'You have no notices yet.',
  empty_unread: 'No unread notices are left.',
  mail: 'A daily email',
  mail_help: 'At most one email a day, at 17:00, while notices are unread. It holds links only, no points.',
};

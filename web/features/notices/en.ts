import type { inbox as vi } from './vi.ts';

export const inbox: typeof vi = {
  bell_unread: 'Notices: {n} unread',
  newest: 'The newest notices',
  all: 'See all',
  read_all: 'Mark all as read',
  unread: 'unread',
  empty: 'You have no notices yet.',
};

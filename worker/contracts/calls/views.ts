import { ENTITY_NAMES } from '../contracts.ts';
import { option, text } from '../fields.ts';
import { pageFields } from '../paging.ts';
import type { Text } from '../text.ts';

/** Views that one person may own. */
export const MAX_VIEWS = 200;

const LIST = option(
  { vi: 'Danh sách', en: 'List' },
  Object.fromEntries(ENTITY_NAMES.map((name): [string, Text] => [name, { vi: name, en: name }])),
  {
    required: true,
  },
);

const SHARED = {
  none: { vi: 'Chỉ mình tôi', en: 'Only me' },
  all: { vi: 'Mọi người', en: 'Everybody' },
} satisfies Record<string, Text>;

/** Columns of a saved view, as forms and the history call them. */
export const VIEW_FIELDS = {
  name: text({ vi: 'Tên chế độ xem', en: 'Name of the view' }, { required: true, max: 100 }),
  entity: LIST,
  shared: option({ vi: 'Ai dùng được', en: 'Who may use it' }, SHARED),
  state: text({ vi: 'Nội dung', en: 'What it shows' }, { max: 20_000 }),
};

export const VIEW_PARAMS = { entity: LIST, ...pageFields(500) };

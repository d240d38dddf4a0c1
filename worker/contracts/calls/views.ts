import { ENTITY_NAMES } from '../contracts.ts';
import { option, text } from '../fields.ts';
import { pageFields } from '../paging.ts';
import { STAFF } from '../roles.ts';
import type { Text } from '../text.ts';
import { PERIODS } from '../view-state.ts';
import { COMPUTED_LISTS } from './view-lists.ts';

/** Views that one person may own. */
export const MAX_VIEWS = 200;
/** Of these, so many may be shown to everybody. */
export const MAX_SHARED_VIEWS = 20;

const LIST = option(
  { vi: 'Danh sách', en: 'List' },
  Object.fromEntries(
    [...ENTITY_NAMES, ...COMPUTED_LISTS.map(({ name }) => name)].map((name): [string, Text] => [name, { vi: name, en: name }]),
  ),
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

/** What the dialog that saves a view asks beside name and sharing; `own` stands for what a state leaves out. */
export const VIEW_CHOICES = {
  period: option({ vi: 'Khoảng ngày', en: 'Days' }, { own: { vi: 'Đúng những ngày này', en: 'These very days' }, ...PERIODS }),
  density: option(
    { vi: 'Chiều cao dòng', en: 'Row height' },
    {
      own: { vi: 'Theo người xem', en: 'The reader’s own' },
      compact: { vi: 'Gọn', en: 'Compact' },
      regular: { vi: 'Vừa', en: 'Regular' },
      roomy: { vi: 'Thoáng', en: 'Roomy' },
    },
  ),
};

/** Who may share views with everybody. */
export const SHARE_VIEWS = STAFF;

export const VIEW_PARAMS = { entity: LIST, ...pageFields(500) };

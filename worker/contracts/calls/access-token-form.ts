import { date, type Fields, text } from '../fields.ts';

/** What a form for an access token asks; lists that limit it are given by programs only. */
export const ACCESS_TOKEN_FIELDS = {
  name: text({ vi: 'Tên khóa', en: 'Name of the key' }, { required: true, max: 100 }),
  expires_at: date({ vi: 'Ngày hết hạn', en: 'Last day' }, { required: true }),
} satisfies Fields;

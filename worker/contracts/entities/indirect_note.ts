import { defineContract } from '../define-contract.ts';
import { text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';

const fields = {
  content: text({ vi: 'Nội dung', en: 'Content', ja: '内容' }, { required: true, max: 1000, search: true, multiline: true }),
};

export const indirectNote = defineContract({
  name: 'indirect_note',
  unique: [['content_key']],
  label: { vi: 'Nội dung gián tiếp', en: 'Indirect notes', ja: '間接内容' },
  path: '/indirectnote',
  navGroup: 'settings',
  title: { field: 'content' },
  createdInPickers: true,
  fields,
  columns: { first: ['content', 'updated_at'] },
  order: 'content ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});

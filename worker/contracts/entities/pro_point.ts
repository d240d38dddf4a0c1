import { defineContract } from '../define-contract.ts';
import { decimal, text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';

const fields = {
  point: decimal({ vi: 'Hệ số pro', en: 'Pro factor', ja: 'プロ係数' }, { required: true, min: 0, decimals: 3, factor: true }),
  desc: text({ vi: 'Ghi chú', en: 'Note', ja: '備考' }, { required: true, max: 2000, search: true, multiline: true }),
};

export const proPoint = defineContract({
  name: 'pro_point',
  unique: [['point', 'desc_key']],
  label: { vi: 'Hệ số pro', en: 'Pro factors', ja: 'プロ係数' },
  pageTitle: { vi: 'Hệ số pro', en: 'Pro factors' },
  path: '/propoint',
  navGroup: null,
  title: { field: 'point', hint: 'desc' },
  createdInPickers: true,
  fields,
  columns: { first: ['point', 'desc', 'updated_at'] },
  order: 'id ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});

import { defineContract } from '../define-contract.ts';
import { date, ref, text } from '../fields.ts';
import { EVERYONE, STAFF } from '../roles.ts';

const fields = {
  name: text({ vi: 'Tên công trình', en: 'Construction name', ja: '工事名' }, { required: true, search: true }),
  contractor_id: ref({ vi: 'Nhà thầu', en: 'Contractor', ja: '業者' }, 'contractors', { required: true }),
  start_at: date({ vi: 'Ngày bắt đầu', en: 'Start date', ja: '着工日' }),
  note: text({ vi: 'Ghi chú', en: 'Note', ja: '備考' }, { max: 2000, multiline: true }),
};

export const constructions = defineContract({
  name: 'constructions',
  label: { vi: 'Công trình', en: 'Constructions', ja: '工事' },
  path: '/construction',
  navGroup: null,
  title: { field: 'name' },
  fields,
  relations: { contractors: { kind: 'one', field: 'contractor_id', entity: 'contractors', pick: ['id', 'name'] } },
  order: 'name ASC',
  access: { list: EVERYONE, get: EVERYONE, create: STAFF, update: STAFF, delete: STAFF, import: STAFF, export: STAFF },
});

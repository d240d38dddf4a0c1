import { text } from '../../fields.ts';
import { EVERYONE } from '../../roles.ts';
import { defineCall } from './define-call.ts';

export const exportCalls = {
  // Which entity it exports is asked for first; then that entity's own right counts.
  excel: defineCall({
    method: 'GET',
    path: '/export/excel',
    grant: EVERYONE,
    params: { entity: text({ vi: 'Danh mục', en: 'Entity' }, { required: true, max: 64 }) },
    answer: 'feed',
    summary: 'The workbook of the list that `entity` names, for who may export that list.',
  }),
};

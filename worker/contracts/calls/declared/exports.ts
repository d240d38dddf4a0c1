import { text } from '../../fields.ts';
import { EVERYONE } from '../../roles.ts';
import { defineCall } from './define-call.ts';

export const exportCalls = {
  // Which entity it exports is asked for first; then that entity's own right counts.
  excel: defineCall('GET /export/excel', EVERYONE, 'The workbook of the list that `entity` names, for who may export that list.', {
    params: { entity: text({ vi: 'Danh mục', en: 'Entity' }, { required: true, max: 64 }) },
    answer: 'feed',
  }),
};

import * as z from 'zod';
import '../../field-schemas.ts';
import { ADMIN, ALL_ROLES, STAFF } from '../../roles.ts';
import { adjustSettings, officeHolidays, savedHolidays, securitySettings } from '../answers/office-settings.ts';
import { ADJUST_SETTINGS_FIELDS, SECURITY_SETTINGS_FIELDS } from '../office-settings.ts';
import { defineCall } from './define-call.ts';

/** Calls of the settings of the whole office. */
export const officeSettingCalls = {
  readSecurity: defineCall('GET /security-settings', ADMIN, 'The rules of signing in.', {
    answer: () => z.object({ data: securitySettings() }),
  }),
  saveSecurity: defineCall('PUT /security-settings', ADMIN, 'Changes the rules of signing in.', {
    body: SECURITY_SETTINGS_FIELDS,
    answer: () => z.object({ data: securitySettings() }),
  }),
  readAdjust: defineCall('GET /adjust-settings', STAFF, 'The rules of adjusting points.', { answer: adjustSettings }),
  saveAdjust: defineCall('PUT /adjust-settings', ADMIN, 'Changes the rules of adjusting points.', {
    body: ADJUST_SETTINGS_FIELDS,
    answer: adjustSettings,
  }),
  readHolidays: defineCall('GET /office-holidays', ALL_ROLES, 'The days from Monday to Friday on which the office is closed.', {
    answer: officeHolidays,
  }),
  saveHolidays: defineCall(
    'PUT /office-holidays',
    ADMIN,
    'Replaces the days on which the office is closed, or those of them that were seen (`was`).',
    { body: savedHolidays, answer: officeHolidays },
  ),
};

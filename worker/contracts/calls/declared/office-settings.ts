import * as z from 'zod';
import '../../field-schemas.ts';
import { ADMIN, ALL_ROLES, STAFF } from '../../roles.ts';
import { adjustSettings, officeHolidays, savedHolidays, securitySettings } from '../answers/office-settings.ts';
import { ADJUST_SETTINGS_FIELDS, SECURITY_SETTINGS_FIELDS } from '../office-settings.ts';
import { defineCall } from './define-call.ts';

/** Calls of the settings of the whole office. */
export const officeSettingCalls = {
  readSecurity: defineCall({
    method: 'GET',
    path: '/security-settings',
    grant: ADMIN,
    answer: () => z.object({ data: securitySettings() }),
    summary: 'The rules of signing in.',
  }),
  saveSecurity: defineCall({
    method: 'PUT',
    path: '/security-settings',
    grant: ADMIN,
    body: SECURITY_SETTINGS_FIELDS,
    answer: () => z.object({ data: securitySettings() }),
    summary: 'Changes the rules of signing in.',
  }),
  readAdjust: defineCall({
    method: 'GET',
    path: '/adjust-settings',
    grant: STAFF,
    answer: adjustSettings,
    summary: 'The rules of adjusting points.',
  }),
  saveAdjust: defineCall({
    method: 'PUT',
    path: '/adjust-settings',
    grant: ADMIN,
    body: ADJUST_SETTINGS_FIELDS,
    answer: adjustSettings,
    summary: 'Changes the rules of adjusting points.',
  }),
  readHolidays: defineCall({
    method: 'GET',
    path: '/office-holidays',
    grant: ALL_ROLES,
    answer: officeHolidays,
    summary: 'The days from Monday to Friday on which the office is closed.',
  }),
  saveHolidays: defineCall({
    method: 'PUT',
    path: '/office-holidays',
    grant: ADMIN,
    body: savedHolidays,
    answer: officeHolidays,
    summary: 'Replaces the days on which the office is closed, or those of them that were seen (`was`).',
  }),
};

import * as z from 'zod';
import '../../field-schemas.ts';

export const securitySettings = () =>
  z.object({
    second_factor_for_admins: z.literal([0, 1]),
  });
export type SecuritySettings = z.infer<ReturnType<typeof securitySettings>>;

export const adjustSettings = () =>
  z.object({
    reason_required: z.literal([0, 1]),
  });
export type AdjustSettings = z.infer<ReturnType<typeof adjustSettings>>;

export const officeHolidays = () =>
  z.object({
    /** YYYY-MM-DD, in their order. */
    days: z.iso.date().array().max(1000),
  });
export type OfficeHolidays = z.infer<ReturnType<typeof officeHolidays>>;

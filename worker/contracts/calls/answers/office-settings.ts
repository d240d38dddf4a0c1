import * as z from 'zod';
import '../../field-schemas.ts';

export const securitySettings = () => z.object({ second_factor_for_admins: z.literal([0, 1]) });
export type SecuritySettings = z.infer<ReturnType<typeof securitySettings>>;

export const adjustSettings = () => z.object({ reason_required: z.literal([0, 1]) });
export type AdjustSettings = z.infer<ReturnType<typeof adjustSettings>>;

/** YYYY-MM-DD, in their order. */
const holidays = () => z.iso.date().array().max(1000);

export const officeHolidays = () => z.object({ days: holidays() });

export const savedHolidays = () => z.object({ days: holidays(), was: holidays().optional() });
export type OfficeHolidays = z.infer<ReturnType<typeof officeHolidays>>;

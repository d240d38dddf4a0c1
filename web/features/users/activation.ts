import type { PasswordLinkAnswer } from '#contracts/calls/answers/users.ts';
import { api, type Row } from '../../api/client.ts';

export type Activation = { password_link?: PasswordLinkAnswer };

export const activate = (row: Row, active: 0 | 1) => api.post<Activation>('user/active', { userId: row.id, active });

/** What a person lacks who registered: without it they could sign in and see nothing. */
export const lacksPlace = (row: Row): boolean =>
  ((row.roles ?? []) as unknown[]).length === 0 || (row.department_id ?? null) === null || row.name === row.phone_number;

import type { SecondFactorState } from '#contracts/calls/auth.ts';
import type { SessionUser } from '../../../api/session.tsx';
import type { Row } from '../../../crud/list/cell.tsx';

export const ME_KEY = ['me', 'profile'];

/** What `GET me` answers. */
export type Me = SessionUser & Row & { second_factor: SecondFactorState };

import type { SecondFactorState } from '#contracts/calls/answers/auth.ts';
import type { Row } from '../../../api/client.ts';
import type { SessionUser } from '../../../api/session.tsx';

export const ME_KEY = ['me', 'profile'];

/** The answer of `GET me`. */
export type Me = SessionUser & Row & { second_factor: SecondFactorState };

import { auth } from '../features/auth/vi.ts';
import { dashboard } from '../features/dashboard/vi.ts';
import { inbox } from '../features/notices/vi.ts';
import { account } from './vi/account.ts';
import { app } from './vi/app.ts';
import { control } from './vi/control.ts';
import { list } from './vi/list.ts';
import { notice } from './vi/notice.ts';
import { route } from './vi/route.ts';
import type { viPages } from './vi-pages.ts';

/** The Vietnamese texts of the frame, the login, the overview and of what every screen is made of, an area per file. */
export const vi = { account, app, auth, control, dashboard, inbox, list, notice, route };
export type Messages = typeof vi & typeof viPages;

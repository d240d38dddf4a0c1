// The Vietnamese texts of the frame, the login, the overview and of what every screen is made of, an area per file.
export { auth } from '../features/auth/vi.ts';
export { dashboard } from '../features/dashboard/vi.ts';
export { inbox } from '../features/notices/vi.ts';
export { account, app, route } from './vi/app.ts';
export { control } from './vi/control.ts';
export { list } from './vi/list.ts';
export { notice } from './vi/notice.ts';

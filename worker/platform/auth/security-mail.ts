import { fill, type Lang, type Text } from '../../contracts/text.ts';
import type { Deps } from '../deps.ts';
import { type ClientInfo, UNKNOWN_ADDRESS } from './client-info.ts';

/** Mails to the owner of an account, so that a change by somebody else does not go unseen. */
const EVENTS = {
  password_change: { vi: 'Mật khẩu của bạn đã được đổi', en: 'Your password was changed' },
  password_reset: { vi: 'Mật khẩu của bạn đã được đặt lại', en: 'Your password was reset' },
  second_factor_on: { vi: 'Xác thực hai bước của bạn đã được bật', en: 'Your two-step sign-in was turned on' },
  second_factor_off: { vi: 'Xác thực hai bước của bạn đã bị tắt', en: 'Your two-step sign-in was turned off' },
  recovery_codes: { vi: 'Mã khôi phục của bạn đã được tạo lại', en: 'Your recovery codes were renewed' },
  access_token: { vi: 'Một mã truy cập mới đã được tạo cho tài khoản của bạn', en: 'A new access key was made for your account' },
  access_token_ended: {
    vi: 'Một mã truy cập của bạn đã bị quản trị viên thu hồi',
    en: 'An administrator revoked an access key of yours',
  },
  email_change: {
    vi: 'Email của tài khoản đã được đổi thành một địa chỉ khác',
    en: 'The email address of your account was changed to another one',
  },
  refresh_replay: { vi: 'Phiên đăng nhập của bạn đã được dùng từ một địa chỉ khác', en: 'Your session was used from another address' },
} satisfies Record<string, Text>;
export type SecurityEvent = keyof typeof EVENTS;

const BODY: Text = {
  vi: 'Chào {name},\n\n{event} lúc {time}{from}.\n\nNếu không phải bạn làm, hãy đổi mật khẩu (việc này cũng kết thúc các phiên khác và thu hồi mọi mã truy cập) và báo quản trị viên. Từng khóa thu hồi ở Hồ sơ của tôi → Mã truy cập{page}.\n',
  en: 'Hello {name},\n\n{event} at {time}{from}.\n\nIf this was not you, change your password (which also ends the other sessions and all access keys) and tell an administrator. Single keys are revoked at My profile → Access keys{page}.\n',
};

const FROM: Text = { vi: ' (từ {address})', en: ' (from {address})' };

/** The person whose account was changed. */
export interface ChangedAccount {
  email: unknown;
  name: unknown;
}

/** Tells an account's owner of a change, in both languages. Does nothing for an account without an address or where mail is not set up. */
export async function sendSecurityMail(
  { mail, settings, clock }: Deps,
  client: Pick<ClientInfo, 'address'>,
  to: ChangedAccount,
  event: SecurityEvent,
): Promise<void> {
  if (!mail || !to.email || !settings.mailFrom) return;
  const page = settings.appOrigin ? ` (${settings.appOrigin}/users/profile)` : '';
  const params = { name: String(to.name ?? ''), time: clock.time(), page };
  const from = (lang: Lang) => (client.address === UNKNOWN_ADDRESS ? '' : fill(FROM[lang], { address: client.address }));
  const textIn = (lang: Lang) => fill(BODY[lang], { ...params, from: from(lang), event: EVENTS[event][lang] });
  const text = `${textIn('vi')}\n---\n\n${textIn('en')}`;
  await mail.send({
    from: { email: settings.mailFrom, name: 'Tensu' },
    to: String(to.email),
    subject: 'Tensu: thông báo bảo mật / security notice',
    text,
  });
}

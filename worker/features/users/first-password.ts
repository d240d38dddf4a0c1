import { fill, type Lang, type Text } from '../../contracts/text.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import type { RowOf } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';

/** How long the link is good by which a new account's owner sets the first password. */
export const FIRST_PASSWORD_SECONDS = 3 * 86_400;

export const ADDRESSEE = { name: users.name, username: users.username, email: users.email };

/** Mails the link where the account has an address and links may be sent; a mail that fails leaves the link that is told. */
export async function mailFirstPasswordLink(
  { mail, settings }: Deps,
  { name, username, email }: RowOf<typeof ADDRESSEE>,
  link: string | undefined,
  expires: string,
  lang: Lang,
): Promise<0 | 1> {
  if (!mail || !settings.mailFrom || !email || !link) return 0;
  try {
    const text = fill(BODY[lang], { name: name ?? '', username, link, expires });
    await mail.send({ from: { email: settings.mailFrom, name: 'Tensu' }, to: email, subject: SUBJECT[lang], text });
    return 1;
  } catch (error) {
    console.error(JSON.stringify({ mail: 'activation', error: (error as Error).message }));
    return 0;
  }
}

const SUBJECT: Text = { vi: 'Tài khoản Tensu của bạn đã sẵn sàng', en: 'Your Tensu account is ready' };
const BODY: Text = {
  vi: 'Chào {name},\n\nTài khoản {username} của bạn đã được kích hoạt. Mở liên kết dưới đây trước {expires} để đặt mật khẩu:\n\n{link}\n\nLiên kết chỉ dùng được một lần.\n',
  en: 'Hello {name},\n\nYour account {username} was activated. Open this link before {expires} to set your password:\n\n{link}\n\nThe link works once.\n',
};

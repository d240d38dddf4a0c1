import { fill, type Lang, type Text } from '../../contracts/text.ts';
import type { Deps } from '../deps.ts';

interface PasswordMail {
  to: string;
  name: string;
  link: string;
  lang: Lang;
}

const SUBJECT: Text = { vi: 'Đặt lại mật khẩu Tensu', en: 'Reset your Tensu password' };

const BODY: Text = {
  vi: `Chào {name},

Có người (có thể là bạn) yêu cầu đặt lại mật khẩu Tensu của bạn. Mở liên kết dưới đây trong vòng 30 phút để chọn mật khẩu mới:

{link}

Liên kết chỉ dùng được một lần. Nếu bạn không yêu cầu, hãy bỏ qua thư này: mật khẩu của bạn không thay đổi.
`,
  en: `Hello {name},

Somebody (probably you) asked to reset your Tensu password. Open this link within 30 minutes to choose a new one:

{link}

The link works once. If you did not ask for it, ignore this mail: your password stays as it is.
`,
};

/** Mails the link as plain text. Throws when mail is not set up or the mail is refused. */
export async function sendPasswordLink({ mail, settings }: Deps, { to, name, link, lang }: PasswordMail): Promise<void> {
  if (!mail) throw new Error('Mail is not set up: there is no MAIL binding');
  const from = settings.mailFrom ?? `no-reply@${new URL(link).hostname}`;
  await mail.send({ from: { email: from, name: 'Tensu' }, to, subject: SUBJECT[lang], text: fill(BODY[lang], { name, link }) });
}

import type { account as vi } from '../vi/account.ts';

export const account: typeof vi = {
  register_text: 'A new account can be used once an administrator has activated it and given it a role.',
  mobile_help: 'This number will be your username.',
  password_help: 'At least 8 characters with an uppercase letter, a lowercase letter and a digit.',
  to_login: 'Back to sign-in',
  forgot_text: 'Enter the email of the account; we send a link there to choose a new password.',
  send_link: 'Send the link',
  link_sent: 'Check your mailbox',
  failure: 'Failure',
  no_answer: 'The server did not answer as expected. Try again later.',
  link_incomplete: 'The link is incomplete. Open the whole link from the email, or ask for a new one.',
  confirm_email_text: 'Press the button to use the new email address for your Tensu account.',
  set_password: 'Set the password',
  new_link: 'Ask for a new link',
  lock_screen: 'Lock the screen',
  lock_text: 'The screen is locked. Enter your password to continue.',
  other_account: 'Sign in with another account',
};

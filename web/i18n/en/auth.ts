import type { auth as vi } from '../vi/auth.ts';

export const auth: typeof vi = {
  username: 'Username',
  password: 'Password',
  show_password: 'Show the password',
  hide_password: 'Hide the password',
  login: 'Log in',
  logging_in: 'Logging in…',
  forgot: 'Forgot your password?',
  register: 'Register an account',
  tagline: 'Work points by person, drawing and month.',
  username_required: 'Username is required',
  password_required: 'Password is required',
  code: 'Authentication code',
  code_help: 'The six digits in your authenticator app, or a recovery code.',
  code_required: 'The authentication code is required',
  code_back: 'Log in with another account',
  throttled: 'Too many attempts. Try again in {seconds} seconds',
  ended_title: 'Log in again to go on',
  ended_text: 'Your session has ended. What you are typing is still on this page.',
  ended_leave: 'Go to the login page',
  another_account: 'This is another account than before; the page will reload.',
};

import type { route as vi } from '../vi/route.ts';

export const route: typeof vi = {
  home: 'Dashboard',
  login: 'Login',
  register: 'Register',
  forgot_password: 'Forgot password',
  confirm_email: 'Confirm email',
  reset_password: 'Reset password',
  not_found: 'Page not found',
  profile: 'My profile',
  total: 'Total',
  total_customer: 'Total customer',
  calculate: 'Calculate',
  lock: 'Lock screen',
  pricing: 'Pricing',
  privacy_policy: 'Privacy policy',
  term_of_use: 'Terms of use',
  history: 'History',
  crawls: 'Data crawls',
};

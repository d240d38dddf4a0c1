import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useText } from '../i18n/index.ts';
import { cx } from '../ui/cx.ts';
import { Brand } from './brand.tsx';
import { LanguageButton, ThemeButton } from './preference-buttons.tsx';
import { useRouteHandle } from './title.ts';

/** The full-page frame of login, registration and passwords. */
export function AuthLayout() {
  return (
    <AuthFrame wide={useRouteHandle()?.wide}>
      <Outlet />
    </AuthFrame>
  );
}

/** A page without navigation: a quiet sheet of drawing paper. `wide`: for reading, not for a form. */
export function AuthFrame({ wide, children }: { wide?: boolean | undefined; children: ReactNode }) {
  const { t } = useText();
  return (
    <div className="login-sheet flex min-h-dvh flex-col">
      <div className="flex justify-end gap-1 p-3">
        <LanguageButton />
        <ThemeButton />
      </div>
      <main className="flex flex-1 items-start justify-center px-4 pt-[7vh] pb-16">
        <div className={cx('w-full', wide ? 'max-w-160' : 'max-w-92')}>
          <div className="mb-6">
            <Brand large />
            <p className="mt-2 text-muted">{t('auth.tagline')}</p>
          </div>
          <div className="rounded bg-surface p-6 shadow-float [&_input]:h-10">{children}</div>
        </div>
      </main>
    </div>
  );
}

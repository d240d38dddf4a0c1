import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ENVIRONMENT_SETTINGS } from '../../worker/environment-settings.ts';

export const CHROMIUM = process.env.CHROMIUM || ENVIRONMENT_SETTINGS.CHROMIUM.initial;

/** Installs Chromium for the browser tests where apt is at hand and allowed; throws with what to do where it is not. */
export function ensureChromium(): void {
  if (existsSync(CHROMIUM)) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.info('Installing Chromium ...');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-q', '-y', ...args], { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
    if (apt('update')) apt('install', '--no-install-recommends', 'chromium');
  }
  if (!existsSync(CHROMIUM))
    throw new Error(`the browser tests need Chromium at ${CHROMIUM}: install it, or set CHROMIUM to the path of yours`);
}

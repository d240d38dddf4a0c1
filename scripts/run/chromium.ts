import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's Chromium without a window: the whole one loads parts of its own window anew with every page, a second of processor time each. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
const CHROMIUM = '/usr/bin/chromium';

const findChromium = () => process.env.CHROMIUM || [HEADLESS_SHELL, CHROMIUM].find(existsSync) || HEADLESS_SHELL;

/** How every Chromium is started: the one that CHROMIUM names, the headless shell, or else the whole Chromium. */
export function chromiumOptions() {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return { executablePath: findChromium(), args };
}

/** Installs the headless shell where apt is at hand and allowed; throws with what to do where there is no Chromium at all. */
export function ensureChromium(): void {
  if (process.env.CHROMIUM ? existsSync(process.env.CHROMIUM) : existsSync(HEADLESS_SHELL)) return;
  if (!process.env.CHROMIUM && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.info('Installing Chromium ...');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-q', '-y', ...args], { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
    if (apt('update'))
      apt('install', '--no-install-recommends', 'chromium-headless-shell') || apt('install', '--no-install-recommends', 'chromium');
  }
  const executablePath = findChromium();
  if (!existsSync(executablePath))
    throw new Error(`a browser is needed: there is no Chromium at ${executablePath}: install it, or set CHROMIUM to the path of yours`);
}

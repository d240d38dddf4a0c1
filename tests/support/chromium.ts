import { type Browser, type BrowserContext, type BrowserContextOptions, type BrowserServer, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumOptions } from '../../scripts/run/chromium.ts';

/** A browser for several tests to connect to, started with these arguments more. */
export function startBrowserServer(more: string[] = []): Promise<BrowserServer> {
  const { args, ...options } = chromiumOptions();
  return chromium.launchServer({ ...options, args: [...args, ...more] });
}

/** The browser of the run where it has one, otherwise one of its own. Closing the former closes this test's contexts only. */
export function launchChromium(): Promise<Browser> {
  const endpoint = inject('browserEndpoint') as string | undefined;
  return endpoint ? chromium.connect(endpoint) : chromium.launch(chromiumOptions());
}

export interface WatchedPage {
  context: BrowserContext;
  page: Page;
  /** Console errors, uncaught errors, dialogs and refusals of the content security policy so far. */
  problems: string[];
  /** Allows a console error that this test provokes, such as a failed request. */
  expect(pattern: RegExp): void;
  /** Throws when anything unexpected was reported; what was reported and allowed is forgotten. */
  check(): void;
  /** Closes the page; throws when anything unexpected was reported. */
  close(): Promise<void>;
}

/** Opens a page that remembers everything the browser complains about. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'vi-VN', ...options });
  const problems: string[] = [];
  const expected: RegExp[] = [];
  const check = () => {
    expected.length = 0;
    const found = problems.splice(0);
    if (found.length > 0) throw new Error(`The browser reported problems:\n${found.join('\n')}`);
  };
  const report = (kind: string, text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(`${kind}: ${text}`);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') report('console', `${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => report('uncaught', error.error().stack ?? error.error().message));
  await context.exposeBinding('reportPolicyViolation', (_source, text: string) => report('policy', text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportPolicyViolation(text: string): void }).reportPolicyViolation;
      report(`${event.violatedDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  const page = await context.newPage();
  page.on('dialog', async (dialog) => {
    // The browser's own question before a page is left; any other dialog is nobody's here.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    report('dialog', dialog.message());
    await dialog.dismiss();
  });
  return {
    context,
    page,
    problems,
    expect: (pattern) => {
      expected.push(pattern);
    },
    check,
    close: async () => {
      await context.close();
      check();
    },
  };
}

/** The heading of an address that is no page. */
const NOT_FOUND = '404 Not found';

/** Goes to another page of the app as a link does: the app is not loaded again, but of the page before nothing is left. */
export async function visitInApp(page: Page, path: string): Promise<void> {
  const heading = page.locator('main h1');
  // Between two pages of a kind the former's heading and rows could be taken for the latter's.
  await moveTo(page, '/none');
  await heading.filter({ hasText: NOT_FOUND }).waitFor();
  await moveTo(page, path);
  await heading.filter({ hasNotText: NOT_FOUND }).waitFor();
}

/** As the browser's own steps through its history reach the app. */
async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong on the page as it stands, by all of its rules or one: a line each, rule, then the elements. */
export async function findViolations(page: Page, rule?: string): Promise<string[]> {
  // Rows that are about to be replaced are dimmed.
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' });
  await stopTransitions(page);
  // Its half megabyte is sent once for each document, not for each look.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (only) => {
    const options = { resultTypes: ['violations' as const], preload: false, ...(only && { runOnly: only }) };
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options);
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, any, html }) => `${target.join(' ')} (${any[0]?.message ?? html})`),
    }));
  }, rule);
  return found.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`);
}

/** Everything in the colours that the page has; what the others, in which it stays, change is the contrast. */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const own = (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light';
  const other = own === 'dark' ? 'light' : 'dark';
  const everything = await findViolations(page);
  await recolour(page, other);
  const contrast = await findViolations(page, 'color-contrast');
  return [...everything.map((line) => `${own} ${line}`), ...contrast.map((line) => `${other} ${line}`)];
}

async function recolour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // What the app itself does about the colours, it does before the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** A colour on its way to another has the contrast of neither; and of a theme each frame would calculate the styles of the whole page again. */
async function stopTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [still];
  });
}

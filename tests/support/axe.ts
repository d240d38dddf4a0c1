import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong on the page as it stands, by all of its rules or one: a line each, rule, then the elements. */
export async function findViolations(page: Page, rule?: string): Promise<string[]> {
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
/** Everything in light colours; what the dark ones change is the contrast. */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const light = await findViolations(page);
  await recolour(page, 'dark');
  const dark = await findViolations(page, 'color-contrast');
  await recolour(page, 'light');
  return [...light, ...dark.map((line) => `dark ${line}`)];
}

/** Until every colour has passed over into the other one; a colour that is inherited starts when its parent's has arrived. */
async function recolour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    for (;;) {
      await nextFrame();
      await nextFrame();
      const passing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      if (passing.length === 0) return;
      await Promise.allSettled(passing.map((transition) => transition.finished));
    }
  });
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds wrong on the page as it stands, by all of its rules or one: a line each, rule, then the elements. */
export async function findViolations(page: Page, rule?: string): Promise<string[]> {
  // The legacy mode stays in this page: the other one opens a blank page beside it. What passes is not asked for, nor other pages' style sheets.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false });
  const { violations: found } = await (rule ? axe.withRules(rule) : axe).analyze();
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? node.html})`).join(' | ')}`,
  );
}

/** Everything in light colours; what the dark ones change is the contrast. */
export async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  const light = await findViolations(page);
  await recolour(page, 'dark');
  const dark = await findViolations(page, 'color-contrast');
  await recolour(page, 'light');
  return [...light, ...dark.map((line) => `dark ${line}`)];
}

/** Until every colour has passed over into the other one. */
async function recolour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const passing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(passing.map((transition) => transition.finished));
  });
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds wrong on the page as it stands, by all of its rules or one: a line each, rule, then the elements. */
export async function violations(page: Page, rule?: string): Promise<string[]> {
  // The legacy mode stays in this page: the other one opens a blank page beside it.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations: found } = await (rule ? axe.withRules(rule) : axe).analyze();
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? node.html})`).join(' | ')}`,
  );
}

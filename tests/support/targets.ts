import type { Page } from 'playwright-core';

/**
 * What can be pressed on the page as it stands and is smaller than 24 × 24 px, a line each. A link in a sentence may be as high as its line; a box or
 * button of a choice counts with the label around it.
 */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const targets = 'a[href], button, input, select, textarea, summary, [role=switch], [role=tab], [role=option], [contenteditable=true]';
    for (const target of document.querySelectorAll<HTMLElement>(targets)) {
      if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || target.closest('[inert]')) continue;
      const label = target.matches('[type=checkbox], [type=radio], [type=file]') ? target.closest('label') : null;
      const { width, height } = (label ?? target).getBoundingClientRect();
      // What only a screen reader meets has no place on screen.
      if (width <= 1 || height <= 1 || (width >= 23.9 && height >= 23.9)) continue;
      const beside = [...(target.parentElement?.childNodes ?? [])].some((node) => node !== target && node.textContent?.trim());
      if (target.matches('a') && getComputedStyle(target).display === 'inline' && beside) continue;
      const name = target.getAttribute('aria-label') ?? target.textContent;
      found.push(`${target.tagName.toLowerCase()} «${name.trim()}» ${Math.round(width)} × ${Math.round(height)}`);
    }
    return found;
  });
}

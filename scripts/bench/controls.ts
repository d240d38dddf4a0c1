/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** What a person can press on a page, told apart by its role and words and, among those of the same words, by its number. */
export interface Control {
  label: string;
  number: number;
  takesText: boolean;
}

interface InPage {
  tensuControls: () => { element: Element; control: Control }[];
}

/**
 * Runs in the page before its own scripts: the controls in sight, in the page's order. Of the rows of a table and of a long list only the second
 * is taken, for they are alike; links of the navigation are left out, and so is what ends the session or has all words change.
 */
export function findControls(): void {
  const selector =
    'a[href], button, input, select, textarea, summary, [role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]';
  const isOneOfMany = (element: Element, group: string, many: number) => {
    const one = element.closest(group);
    const others = one ? [...one.parentElement!.children].filter((each) => each.matches(group)) : [];
    return others.length > many && others[1] !== one;
  };
  const isPressable = (element: Element) =>
    element.checkVisibility() &&
    element.getBoundingClientRect().width > 1 &&
    !element.matches(':disabled, [aria-disabled=true], [type=file]') &&
    !element.closest('aside, nav:not([data-chrome])') &&
    !isOneOfMany(element, 'tbody > tr', 1) &&
    !isOneOfMany(element, 'li, [role=option]', 5);
  const wordsOf = (element: Element) =>
    element.getAttribute('aria-label') ||
    (element as HTMLInputElement).labels?.[0]?.textContent ||
    element.textContent ||
    element.getAttribute('placeholder') ||
    element.getAttribute('name') ||
    '';
  const tensuControls: InPage['tensuControls'] = () => {
    const numbers = new Map<string, number>();
    return [...document.querySelectorAll(selector)].filter(isPressable).flatMap((element) => {
      const words = wordsOf(element).replace(/\s+/g, ' ').trim().slice(0, 40);
      const label = `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${words}`;
      const number = numbers.get(label) ?? 0;
      numbers.set(label, number + 1);
      const takesText = element.matches('textarea, [role=combobox], input:not([type=checkbox], [type=radio], [type=month], [type=date])');
      return /Đăng xuất|Khóa màn hình|→ English/.test(label) ? [] : [{ element, control: { label, number, takesText } }];
    });
  };
  Object.assign(globalThis, { tensuControls });
}

/** The controls that are in sight. */
export function listControls(page: Page): Promise<Control[]> {
  return page.evaluate(() => (globalThis as typeof globalThis & InPage).tensuControls().map(({ control }) => control));
}

/** Presses the middle of a control, without the driver's own checks, which would count as the page's. Answers whether it was there. */
export async function pressControl(page: Page, { label, number }: Control): Promise<boolean> {
  const middle = await page.evaluate(
    ([wantedLabel, wantedNumber]) => {
      const found = (globalThis as typeof globalThis & InPage)
        .tensuControls()
        .find(({ control }) => control.label === wantedLabel && control.number === wantedNumber);
      found?.element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = found?.element.getBoundingClientRect();
      return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },
    [label, number] as const,
  );
  if (!middle) return false;
  // Drawing what was scrolled to is no part of the answer.
  await page.waitForTimeout(600);
  await pressAt(page, middle);
  return true;
}

const [REST_MS, HELD_MS] = [150, 60];

/** A press as of a hand, which rests there for a moment and is not let go at once: what the arrival costs is an answer of its own. */
export async function pressAt(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  await page.mouse.move(x, y);
  await page.waitForTimeout(REST_MS);
  await page.mouse.click(x, y, { delay: HELD_MS });
}

/** What sets a control apart from the others of its page. */
export function keyOf({ label, number }: Control): string {
  return number ? `${label} (${number + 1})` : label;
}

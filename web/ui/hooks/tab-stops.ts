export const FIELDS = 'input, textarea, select, [contenteditable]';

/** What may have the focus, in the order of the page; which of it Tab reaches, `isTabStop` says. */
export const listFocusable = (part: ParentNode) => [...part.querySelectorAll<HTMLElement>(`${FIELDS}, button, a[href], [tabindex]`)];

/** Whether Tab stops at a focusable element; may have the whole page laid out. */
export const isTabStop = (element: HTMLElement) =>
  element.tabIndex >= 0 &&
  !element.matches(':disabled') &&
  !element.closest('[inert]') &&
  element.checkVisibility({ visibilityProperty: true });

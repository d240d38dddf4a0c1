/** Attributes of a disabled button with a reason: it stays focusable (`aria-disabled`), so that pointer and screen reader users get the reason. */
export function disabledWithReason(reason: string | undefined) {
  if (reason === undefined) return undefined;
  return { 'aria-disabled': true, 'aria-description': reason, onClick: preventClick } as const;
}

const preventClick = (event: { preventDefault: () => void }) => event.preventDefault();

/** What a button puts on itself that cannot be used now: it stays within reach of pointer and keyboard, so that its reason is heard and read. */
export function disabledWithReason(reason: string | undefined) {
  if (reason === undefined) return undefined;
  return { 'aria-disabled': true, 'aria-description': reason, onClick: ignore } as const;
}

const ignore = (event: { preventDefault: () => void }) => event.preventDefault();

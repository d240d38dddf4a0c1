/** Shows text that is cut off with an ellipsis in full as a title on hover. An element's own title is kept. */
export function revealClippedText(): () => void {
  document.addEventListener('pointerover', reveal, { passive: true });
  return () => document.removeEventListener('pointerover', reveal);
}

const titled = new WeakSet<Element>();

function reveal({ target }: Event): void {
  const clipped = target instanceof Element && target.closest<HTMLElement>('.truncate > a, .truncate, input:disabled');
  if (!clipped || (clipped.title !== '' && !titled.has(clipped))) return;
  const text = clipped.scrollWidth > clipped.clientWidth ? readText(clipped) : '';
  if (text === clipped.title) return;
  titled.add(clipped);
  clipped.title = text;
}

function readText(element: HTMLElement): string {
  if (element instanceof HTMLInputElement) return element.value;
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? '';
  return element.textContent;
}

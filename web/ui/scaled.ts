/** How much larger a person's letters are than a browser's usual ones of 16 px: the styles say sizes in rem. No browser: as usual. */
export const textScale: number =
  'getComputedStyle' in globalThis ? Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 : 1;

/** The pixels of something that has `px` of them at usual letters, for what a script places or measures. */
export const scaled = (px: number): number => px * textScale;

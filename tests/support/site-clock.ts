/** An evening in the middle of a month, in Vietnam: no story crosses a midnight or the end of a month. */
export const OFFICE_DAY = '2026-11-18';
const OFFICE_NOW = Date.parse(`${OFFICE_DAY}T18:30:00+07:00`);

/** Milliseconds to add to the real clock for the office's evening to begin now. */
export function officeShiftMs(): number {
  return OFFICE_NOW - Date.now();
}

/** A line of JavaScript that moves the clock of the script or page it stands before; the clock goes on running. */
export function shiftClockScript(shiftMs: number): string {
  return `{ const now = Date.now; Date.now = () => now() + ${shiftMs}; globalThis.Date = new Proxy(Date, {
    construct: (RealDate, args) => new RealDate(...(args.length > 0 ? args : [RealDate.now()])) }); } `.replaceAll(/\n\s*/g, ' ');
}

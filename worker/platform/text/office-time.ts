/** Vietnam has had no summer time since 1975. */
const OFFSET_MS = 7 * 3_600_000;

/** Epoch milliseconds as YYYY-MM-DD HH:mm:ss in the office's time zone, Asia/Ho_Chi_Minh, whatever the machine's. */
export function toOfficeTime(ms: number): string {
  return new Date(ms + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** Office time, YYYY-MM-DD HH:mm:ss, as epoch milliseconds. */
export function fromOfficeTime(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`) - OFFSET_MS;
}

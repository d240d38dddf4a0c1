/** The wall time in the office (Asia/Ho_Chi_Minh), `YYYY-MM-DD HH:mm:ss`. */
export function officeNow(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Ho_Chi_Minh', dateStyle: 'short', timeStyle: 'medium' }).format(new Date());
}

/** Today in the office (Asia/Ho_Chi_Minh), YYYY-MM-DD. */
export function officeToday(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date());
}

/** Today in the office (Asia/Ho_Chi_Minh), YYYY-MM-DD. */
export function officeToday(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format(new Date());
}

/** A database that does not do its work: nothing was written. */
export const DATABASE_ERRORS = {
  database_unavailable: {
    status: 503,
    vi: 'Cơ sở dữ liệu tạm thời không phản hồi. Hãy thử lại sau ít giây',
    en: 'The database is not answering. Try again in a few seconds',
  },
  database_crowded: {
    status: 503,
    vi: 'Cơ sở dữ liệu đang nhận quá nhiều yêu cầu cùng lúc. Hãy thử lại sau ít giây',
    en: 'The database gets too many requests at once. Try again in a few seconds',
  },
  database_cut: {
    status: 503,
    vi: 'Cơ sở dữ liệu đã ngắt một lần ghi quá lâu; chưa có gì được lưu. Hãy thử lại, hoặc làm với ít bản ghi hơn',
    en: 'The database ended a write that took too long; nothing was saved. Try again, or with fewer records',
  },
  database_memory: {
    status: 503,
    vi: 'Cơ sở dữ liệu thiếu bộ nhớ cho yêu cầu này; chưa có gì được lưu. Hãy thu hẹp bộ lọc hoặc thử lại; nếu vẫn vậy, báo quản trị viên',
    en: 'The database has too little memory for this; nothing was saved. Narrow the filter or try again; if it stays, tell an administrator',
  },
  database_blocked: {
    status: 503,
    vi: 'Gói dịch vụ cơ sở dữ liệu đã hết hạn mức của tháng nên không đọc, không ghi được. Hãy báo quản trị viên bật phần vượt hạn mức hoặc nâng gói',
    en: "The month's share of the database's plan is used up: nothing can be read or saved. Tell an administrator to allow overages or to take a larger plan",
  },
  database_full: {
    status: 503,
    vi: 'Hiện không lưu được vì ổ đĩa của máy chủ đã đầy hoặc không ghi được; dữ liệu cũ vẫn xem được. Hãy báo quản trị viên',
    en: 'Nothing can be saved, because the disk of the server is full or cannot be written; what is there can be read. Tell an administrator',
  },
} as const;

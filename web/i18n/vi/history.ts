/** Words of the pages that tell what happened: changes, sign-ins, jobs that failed, crawls. */
export const history = {
  views: 'Các nhật ký',
  writes: 'Thay đổi',
  sign_ins: 'Đăng nhập',
  failed_jobs: 'Việc nền thất bại',
  record_id: 'Mã số bản ghi',
  show: 'Xem thay đổi của dòng {id}',
  nobody: 'Không rõ',
  job_body: 'Nội dung của việc {id}',
  no_jobs: 'Không có việc nền nào thất bại.',
  crawl_findings: 'Các công việc bị bỏ qua và cảnh báo của lần {id}',
  crawl_clean: 'Không có công việc nào bị bỏ qua.',
  crawls: 'Các lần lấy dữ liệu',
  to_directs: 'Về việc trực tiếp',
};

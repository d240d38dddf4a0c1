/** The names the stand-in's jobs are made of. */
export interface Names {
  /** The people who hold and create jobs. */
  usernames: readonly string[];
  /** The people who check, as the form shows them: full names or usernames. */
  checkers: readonly string[];
  customers: readonly string[];
  categories: readonly string[];
  kouhou: readonly string[];
  kiso: readonly string[];
  cad: readonly string[];
  /** The plants and sales offices that the customer orders for. */
  hacchyuumoto: readonly string[];
  shiten: readonly string[];
  chiku: readonly string[];
  families: readonly string[];
  buildings: readonly string[];
}

export const DEFAULT_NAMES: Names = {
  usernames: [
    'annguyen', 'binhtran', 'chile', 'dungpham', 'ducnguyen', 'gianghoang', 'havu', 'haidang', 'hanhbui', 'hieudo', 'hoango', 'hungduong',
    'huongly', 'khanhphan', 'lantruong', 'linhdinh', 'longmai', 'minhcao', 'namta', 'ngaluong', 'ngocho', 'phuctrinh', 'quanlam', 'sonvo',
  ], // biome-ignore format: one list, read as one
  checkers: [
    'Nguyễn Thị Ánh',
    'Trần Đình Bảo',
    'Lê Quang Đạt',
    'Phạm Thùy Dương',
    'Hoàng Văn Kiên',
    'Vũ Thị Mỹ',
    'Đặng Hữu Phước',
    'Bùi Thanh Tùng',
  ],
  customers: [
    '株式会社青葉ホーム', '株式会社桜井工務店', 'みどり建設株式会社', '有限会社山吹住建', '株式会社北斗ハウジング', '東雲木材株式会社', '株式会社白川プレカット',
    '若草ホーム株式会社', '株式会社富士見建築設計', '千歳住宅産業株式会社', '株式会社瀬戸内ハウス', '株式会社木曽路の家', '朝日ヶ丘建設株式会社', '株式会社常盤ホーム',
  ], // biome-ignore format: one list, read as one
  categories: [
    '意匠図',
    '構造図',
    '基礎伏図',
    'プレカット図',
    '申請図',
    '確認申請',
    '長期優良住宅',
    '省エネ計算',
    '壁量計算',
    '許容応力度計算',
    'パネル割図',
    '積算',
  ],
  kouhou: ['在来軸組', '2×4', '金物工法', 'パネル工法', '門型ラーメン', '枠組壁'],
  kiso: ['ベタ基礎', '布基礎', '深基礎', '地中梁'],
  cad: ['JW-CAD', 'AutoCAD', 'アーキトレンド', 'ホームズ君', 'MJ-CAD'],
  hacchyuumoto: ['本社設計課', '第一工場', '第二工場', '営業部', '積算センター'],
  shiten: ['仙台支店', 'さいたま支店', '東京支店', '横浜支店', '名古屋支店', '大阪支店', '広島支店', '福岡支店'],
  chiku: ['東北', '北関東', '首都圏', '東海', '近畿', '中国', '九州'],
  families: [
    '佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤', '吉田', '山田', '佐々木', '山口', '松本', '井上', '木村', '林', '斎藤', '清水',
    '阿部', '森', '池田', '橋本', '石川', '前田', '藤田', '後藤', '近藤', '遠藤', '髙嶋', '﨑山',
  ], // biome-ignore format: one list, read as one
  buildings: ['様邸新築工事', '様邸', '様邸増築工事', '様アパート新築工事', '様邸建替工事', '様店舗併用住宅', '様邸離れ'],
};

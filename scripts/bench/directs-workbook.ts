import { writeWorkbook } from '../../worker/platform/xlsx/write/write.ts';
import type { BenchSite } from './bench-site.ts';

const FIELDS = [
  ...['external_id', 'name', 'bukkenmei', 'user_id', 'chekkusha_id', 'customer_id', 'work_category_id', 'uketsuke_hi', 'henkyaku_hi'],
  ...['tsubosuu', 'complex_factor', 'complex_point', 'sagyou_jikan', 'chekkku_jikan', 'bikou', 'bukken_koodo', 'kouji_koodo'],
  ...[
    'hacchyuumoto',
    'kakou_koujou',
    'shiten',
    'chiku',
    'menseki',
    'kaisuu',
    'kouhou',
    'cad',
    'kiso',
    'tantousha',
    'rank',
    'kibo_keisuu',
    'hagara',
  ],
];
const NUMBERS = /^(tsubosuu|complex_|sagyou_jikan|chekkku_jikan|menseki|kaisuu|kibo_keisuu)/;

/** A workbook of that many new jobs with 30 columns, of the people, customers and kinds of work that the site knows. Dates come mixed. */
export async function directsWorkbook({ client }: BenchSite, size: number): Promise<ReadableStream<Uint8Array>> {
  const named = async (query: string) => (await client.execute(query)).rows.map((row) => String(row.name));
  const people = await named(
    'SELECT code AS name FROM users WHERE code IS NOT NULL AND department_id IS NOT NULL AND dept_grp_id IS NOT NULL',
  );
  const customers = await named('SELECT name FROM customers GROUP BY name_fold HAVING COUNT(*) = 1');
  const works = await named('SELECT work_name AS name FROM work_categories GROUP BY work_name_fold HAVING COUNT(*) = 1');
  const one = (list: readonly string[], n: number) => list[n % list.length];
  const row = (n: number) => {
    const day = new Date(Date.UTC(2025, 6, 1 + ((n * 7919) % 360))).toISOString().slice(0, 10);
    return [
      ...[
        `im-${n}`,
        `IM-${n}`,
        `${one(['山田', '佐藤', '鈴木', '高橋'], n * 13)}邸 ${n}`,
        one(people, n),
        one(people, n * 7),
        one(customers, n * 3),
      ],
      ...[one(works, n * 5), day, day, 20 + (n % 5000) / 100, 1.2, 0.25, 60 + (n % 240), 15 + (n % 45), 'ghi chú', `B${n}`, `K${n}`],
      ...[`発注元${n % 40}`, '第一工場', '東京', '関東', 100.5 + (n % 90), 2, '在来', 'CAD', 'ベタ', '担当', 'A', 1.1, 'H'],
    ];
  };
  async function* rows() {
    for (let from = 0; from < size; from += 1000) yield Array.from({ length: Math.min(1000, size - from) }, (_, n) => row(from + n));
  }
  const columns = FIELDS.map((header) => ({ header, kind: NUMBERS.test(header) ? ('decimal' as const) : ('text' as const), decimals: 2 }));
  return writeWorkbook({ sheetName: 'Bench', columns, rows: rows() });
}

import { useState } from 'react';
import { formatDate, formatPoint } from '../i18n/format.ts';
import { Switch } from '../ui/inputs/switch.tsx';
import { Pagination } from '../ui/table/pagination.tsx';
import { moveRovingTabIndex } from '../ui/table/roving-tab-index.ts';
import { type RowTone, rowAttributes, ToneLegend, ToneMark } from '../ui/table/row-tone.tsx';
import { SkeletonRows, type SortDirection, SortHeader, Table } from '../ui/table/table.tsx';
import { Tabs } from '../ui/tabs.tsx';

const TONES: RowTone[] = ['hand', 'imported', 'crawled', 'adjusted'];

export function Rows() {
  const [sort, setSort] = useState<SortDirection | null>('ASC');
  const [tab, setTab] = useState<'rows' | 'loading' | 'stale'>('rows');
  const [page, setPage] = useState(7);
  const [limit, setLimit] = useState(10);
  const data = TONES.concat(TONES).map((tone, index) => ({
    id: index + 1,
    tone,
    manual: index % 3 === 0,
    zero: index === 5,
    inactive: index === 7,
  }));
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-section font-semibold">Table</h2>
      <Tabs
        label="View"
        current={tab}
        onChange={setTab}
        tabs={[
          { key: 'rows', label: 'Mặc định' },
          { key: 'loading', label: 'Đang tải' },
          { key: 'stale', label: 'Dữ liệu cũ' },
        ]}
      >
        <Table stale={tab === 'stale'}>
          <thead>
            <tr>
              <SortHeader data-pin direction={sort} onSort={setSort}>
                Mã việc
              </SortHeader>
              <SortHeader direction={null} onSort={setSort}>
                Công trình
              </SortHeader>
              <th>Khách hàng</th>
              <th>Thiết kế</th>
              <th>Ngày trả</th>
              <SortHeader direction={null} onSort={setSort} align="right">
                Diện tích
              </SortHeader>
              <th data-align="right">RDP</th>
              <th data-align="right">RCP</th>
              <th data-align="center">Kiểm tra</th>
              <th>Ghi chú</th>
            </tr>
          </thead>
          {tab === 'loading' ? (
            <SkeletonRows rows={8} columns={10} />
          ) : (
            <tbody onKeyDown={moveRovingTabIndex}>
              {data.map((row) => (
                <tr key={row.id} tabIndex={row.id === 1 ? 0 : -1} {...rowAttributes(row)}>
                  <td data-pin>
                    <span className="flex items-center gap-2">
                      <ToneMark tone={row.tone} label={row.tone} />
                      D-2026-{String(row.id).padStart(4, '0')}
                    </span>
                  </td>
                  <td lang="ja">東京都世田谷区 山田様邸新築工事</td>
                  <td lang="ja">積水ハウス株式会社</td>
                  <td>Nguyễn Thị Ánh Tuyết</td>
                  <td>{formatDate('2026-03-09')}</td>
                  <td data-align="right">{formatPoint(1035.5 + row.id)}</td>
                  <td data-align="right">{formatPoint(row.zero ? 0 : 12.345)}</td>
                  <td data-align="right">{formatPoint(row.zero ? 0 : 3.5)}</td>
                  <td data-align="center">
                    <Switch checked={row.id % 2 === 0} onChange={() => undefined} label="Kiểm tra" />
                  </td>
                  <td>基礎伏図・断面図 {row.manual && '有'}</td>
                </tr>
              ))}
            </tbody>
          )}
        </Table>
      </Tabs>
      <Pagination page={page} limit={limit} total={1234} from={61} to={70} onPage={setPage} onLimit={setLimit} />
      <ToneLegend
        entries={[
          { tone: 'hand', label: 'Nhập tay' },
          { tone: 'imported', label: 'Từ Excel' },
          { tone: 'crawled', label: 'Từ Base.vn' },
          { tone: 'adjusted', label: 'Đã điều chỉnh' },
          { mark: 'zero', label: 'Điểm bằng 0' },
          { mark: 'manual', label: '手調整 有' },
          { mark: 'inactive', label: 'Ngừng hoạt động' },
        ]}
      />
    </section>
  );
}

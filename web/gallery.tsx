import { Download, Ellipsis, FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { formatDate, formatPoint } from './i18n/format.ts';
import { loadPageTexts, startTexts, text } from './i18n/index.ts';
import { MonthLockBadge } from './layout/month-lock-badge.tsx';
import './styles/app.css';
import { loadJapaneseFace } from './styles/japanese-face.ts';
import { Button } from './ui/button.tsx';
import { Badge } from './ui/feedback/badge.tsx';
import { Chip } from './ui/feedback/chip.tsx';
import { EmptyState } from './ui/feedback/empty-state.tsx';
import { ErrorState } from './ui/feedback/error-state.tsx';
import { ProgressBar } from './ui/feedback/progress-bar.tsx';
import { notify, Toaster } from './ui/feedback/toast.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { Checkbox } from './ui/inputs/checkbox.tsx';
import { Combobox } from './ui/inputs/combobox.tsx';
import { DateInput } from './ui/inputs/date-input.tsx';
import { Field } from './ui/inputs/field.tsx';
import { MultiCombobox } from './ui/inputs/multi-combobox.tsx';
import { NumberInput, type NumberValue } from './ui/inputs/number-input.tsx';
import type { Option } from './ui/inputs/option.ts';
import { RadioGroup } from './ui/inputs/radio-group.tsx';
import { Select } from './ui/inputs/select.tsx';
import { Switch } from './ui/inputs/switch.tsx';
import { PasswordInput, SearchInput, TextArea, TextInput } from './ui/inputs/text-input.tsx';
import { TextLink } from './ui/link.tsx';
import { ConfirmProvider, useConfirm } from './ui/overlays/confirm.tsx';
import { Dialog } from './ui/overlays/dialog.tsx';
import { Drawer } from './ui/overlays/drawer.tsx';
import { PopoverMenu } from './ui/overlays/popover-menu.tsx';
import { Pagination } from './ui/table/pagination.tsx';
import { moveRovingTabIndex } from './ui/table/roving-tab-index.ts';
import { type RowTone, rowAttributes, ToneLegend, ToneMark } from './ui/table/row-tone.tsx';
import { SkeletonRows, type SortDirection, SortHeader, Table } from './ui/table/table.tsx';
import { Tabs } from './ui/tabs.tsx';

/** Every primitive on one page, for the eye; served by `vite` at /gallery.html and no part of the build. */
function Gallery() {
  return (
    <main className="mx-auto flex max-w-270 flex-col gap-10 p-3 sm:p-6">
      <h1 className="text-title font-semibold">Gallery</h1>
      <Section title="Buttons">
        <Button variant="primary" icon={Plus}>
          {text('control.add')}
        </Button>
        <Button icon={Download}>{text('control.export')}</Button>
        <Button variant="danger" icon={Trash2}>
          {text('control.delete')}
        </Button>
        <Button variant="ghost">{text('control.cancel')}</Button>
        <Button variant="primary" loading>
          {text('control.save')}
        </Button>
        <Button disabled>{text('control.import')}</Button>
        <Button size="sm" icon={FileUp}>
          {text('control.import')}
        </Button>
        <IconButton icon={Pencil} label={text('control.edit')} />
        <IconButton icon={Trash2} tone="danger" label={text('control.delete')} />
        <RowMenu />
        <TextLink to="/">Nguyễn Thị Ánh Tuyết</TextLink>
        <MonthLockBadge year={2026} month={3} locked />
        <MonthLockBadge year={2026} month={4} locked={false} />
      </Section>
      <Badges />
      <Inputs />
      <Rows />
      <Overlays />
      <Section title="States" column>
        <ProgressBar label="Tính điểm tháng 2026/03" done={3200} total={8100}>
          <span>từ 09:41</span>
          <Button size="sm">{text('control.stop')}</Button>
        </ProgressBar>
        <ProgressBar label="Đang đọc tệp" done={120} total={null} />
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="rounded border border-line bg-surface">
            <EmptyState text="Chưa có việc nào trong tháng này.">
              <Button variant="primary" icon={Plus}>
                {text('control.add')}
              </Button>
            </EmptyState>
          </div>
          <div className="rounded border border-line bg-surface">
            <ErrorState text="Cơ sở dữ liệu tạm thời không phản hồi" requestId="01JABCDEF" onRetry={() => undefined} />
          </div>
        </div>
      </Section>
    </main>
  );
}

function Badges() {
  return (
    <Section title="Badges, chips">
      <Badge>Viewer</Badge>
      <Badge tone="accent">12</Badge>
      <Badge tone="success">Đang hoạt động</Badge>
      <Badge tone="warning">Chờ</Badge>
      <Badge tone="danger">Đã khóa</Badge>
      <Badge tone="info">Đã điều chỉnh</Badge>
      <Chip label="Khách hàng: 積水ハウス" onRemove={() => undefined} />
      <Chip label="Từ 2026/03/01" onRemove={() => undefined} />
    </Section>
  );
}

const PEOPLE: Option[] = Array.from({ length: 5000 }, (_, index) => ({
  value: index + 1,
  label: `${['Nguyễn', 'Trần', 'Lê', 'Đỗ'][index % 4]} ${['Đức', 'Thị Ánh', 'Văn', 'Hữu'][index % 3]} ${['Tuyết', 'Minh', 'Hùng'][(index % 5) % 3]}`,
  hint: `NV${String(index + 1).padStart(4, '0')}`,
}));

function Inputs() {
  const [word, setWord] = useState('');
  const [number, setNumber] = useState<NumberValue>(35.5);
  const [date, setDate] = useState<string | null>('2026-03-09');
  const [choice, setChoice] = useState('3');
  const [person, setPerson] = useState<Option | null>(null);
  const [people, setPeople] = useState<Option[]>(PEOPLE.slice(0, 3));
  const [type, setType] = useState('C');
  const [on, setOn] = useState(true);
  const months = Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: `Tháng ${index + 1}` }));
  return (
    <section>
      <h2 className="mb-3 text-section font-semibold">Inputs</h2>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Tên công trình" required help="Tên của tòa nhà, như trên bản vẽ">
          <TextInput value={word} onChange={(event) => setWord(event.target.value)} placeholder="物件名" />
        </Field>
        <Field label="Diện tích" error="Diện tích phải từ 0 đến 2000" required>
          <NumberInput value={number} onChange={setNumber} unit="坪" min={0} />
        </Field>
        <Field label="Ngày trả">
          <DateInput value={date} onChange={setDate} />
        </Field>
        <Field label="Tháng">
          <Select value={choice} onChange={setChoice} options={months} empty={text('control.all')} />
        </Field>
        <Field label="Người thiết kế" help={person ? `#${person.value}` : undefined}>
          <Combobox value={person} onChange={setPerson} options={PEOPLE} all={text('control.all')} />
        </Field>
        <Field label="Loại công việc">
          <MultiCombobox value={people} onChange={setPeople} options={PEOPLE} />
        </Field>
        <Field label="Mật khẩu">
          <PasswordInput defaultValue="Tensu-2026" />
        </Field>
        <Field label="Tìm">
          <SearchInput value={word} onChange={setWord} />
        </Field>
        <Field label="Không sửa được" disabled>
          <TextInput value="Phòng thiết kế 1" readOnly />
        </Field>
        <Field label="Tính điểm">
          <RadioGroup
            value={type}
            onChange={setType}
            options={[
              { value: 'C', label: 'Có' },
              { value: 'K', label: 'Không' },
            ]}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-4 pt-6">
          <Switch checked={on} onChange={setOn} label="Kiểm tra" />
          <Switch checked={!on} onChange={() => setOn(!on)} label="Kiểm tra" pending />
          <Switch checked onChange={() => undefined} label="Kiểm tra" disabled />
          <Checkbox checked={on} onChange={setOn}>
            Hoạt động
          </Checkbox>
          <Checkbox checked={false} partial onChange={() => undefined} aria-label="some" />
        </div>
        <Field label="Ghi chú">
          <TextArea placeholder="…" />
        </Field>
      </div>
    </section>
  );
}

const TONES: RowTone[] = ['hand', 'imported', 'crawled', 'adjusted'];

function Rows() {
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

function Overlays() {
  const ask = useConfirm();
  const [dialog, setDialog] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [date, setDate] = useState<string | null>(null);
  const [person, setPerson] = useState<Option | null>(null);
  return (
    <Section title="Overlays">
      <Button onClick={() => setDialog(true)}>Dialog</Button>
      <Button
        onClick={() =>
          void ask({
            title: text('notice.confirm_delete'),
            text: text('notice.confirm_delete_text'),
            confirmLabel: text('notice.confirm_delete_yes'),
            danger: true,
          })
        }
      >
        Confirm
      </Button>
      <Button onClick={() => setSheet(true)}>Drawer</Button>
      <Button
        onClick={() =>
          notify.success({ title: text('notice.created'), text: text('notice.created_text', { name: 'khách hàng', value: '積水ハウス' }) })
        }
      >
        Success
      </Button>
      <Button onClick={() => notify.failure({ title: text('notice.failure'), text: text('notice.network') })}>Failure</Button>
      <Button onClick={() => notify.warning({ title: 'Có 3 việc chưa tính được', text: 'Xem danh sách để sửa.' })}>Warning</Button>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="Tính điểm"
        size="md"
        footer={
          <>
            <Button onClick={() => setDialog(false)}>{text('control.cancel')}</Button>
            <Button variant="primary">Tính điểm</Button>
          </>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Ngày">
            <DateInput value={date} onChange={setDate} />
          </Field>
          <Field label="Người">
            <Combobox value={person} onChange={setPerson} options={PEOPLE} />
          </Field>
        </div>
      </Dialog>
      <Drawer open={sheet} onClose={() => setSheet(false)} side="right" label="Bộ lọc">
        <div className="flex flex-col gap-4">
          <Field label="Người">
            <Combobox value={person} onChange={setPerson} options={PEOPLE} all={text('control.all')} />
          </Field>
          <Field label="Ngày">
            <DateInput value={date} onChange={setDate} />
          </Field>
          <Button variant="primary" onClick={() => setSheet(false)}>
            {text('control.search')}
          </Button>
        </div>
      </Drawer>
    </Section>
  );
}

function Section({ title, children, column = false }: { title: string; children: ReactNode; column?: boolean }) {
  return (
    <section>
      <h2 className="mb-3 text-section font-semibold">{title}</h2>
      <div className={column ? 'flex flex-col gap-4' : 'flex flex-wrap items-center gap-3'}>{children}</div>
    </section>
  );
}

function Shell() {
  return (
    <ConfirmProvider>
      <Gallery />
      <Toaster theme="system" />
    </ConfirmProvider>
  );
}

await startTexts();
await loadPageTexts();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={createMemoryRouter([{ path: '*', Component: Shell }])} />
  </StrictMode>,
);
loadJapaneseFace();

function RowMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const entries = [{ label: text('control.delete'), icon: Trash2, danger: true, onSelect: () => undefined }];
  return (
    <>
      <IconButton icon={Ellipsis} label={text('control.more')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)} />
      {anchor && <PopoverMenu label={text('control.more')} anchor={anchor} entries={entries} onClose={() => setAnchor(null)} />}
    </>
  );
}

import { Download, Ellipsis, FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { StrictMode, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Inputs } from './gallery/inputs.tsx';
import { Overlays } from './gallery/overlays.tsx';
import { Rows } from './gallery/rows.tsx';
import { Section } from './gallery/section.tsx';
import { loadPageTexts, startTexts, translate } from './i18n/index.ts';
import { MonthBadge } from './layout/month-lock-badge.tsx';
import './styles/app.css';
import { loadJapaneseFace } from './styles/japanese-face.ts';
import { Button } from './ui/button.tsx';
import { Badge } from './ui/feedback/badge.tsx';
import { Chip } from './ui/feedback/chip.tsx';
import { EmptyState } from './ui/feedback/empty-state.tsx';
import { ErrorState } from './ui/feedback/error-state.tsx';
import { ProgressBar } from './ui/feedback/progress-bar.tsx';
import { Toaster } from './ui/feedback/toast.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { TextLink } from './ui/link.tsx';
import { ConfirmProvider } from './ui/overlays/confirm.tsx';
import { PopoverMenu, type PopoverMenuHandle } from './ui/overlays/popover-menu.tsx';

/** Every primitive on one page, for the eye; served by `vite` at /gallery.html and no part of the build. */
function Gallery() {
  return (
    <main className="mx-auto flex max-w-270 flex-col gap-10 p-3 sm:p-6">
      <h1 className="text-title font-semibold">Gallery</h1>
      <Section title="Buttons">
        <Button variant="primary" icon={Plus}>
          {translate('control.add')}
        </Button>
        <Button icon={Download}>{translate('control.export')}</Button>
        <Button variant="danger" icon={Trash2}>
          {translate('control.delete')}
        </Button>
        <Button variant="ghost">{translate('control.cancel')}</Button>
        <Button variant="primary" loading>
          {translate('control.save')}
        </Button>
        <Button disabled>{translate('control.import')}</Button>
        <Button size="sm" icon={FileUp}>
          {translate('control.import')}
        </Button>
        <IconButton icon={Pencil} label={translate('control.edit')} />
        <IconButton icon={Trash2} tone="danger" label={translate('control.delete')} />
        <RowMenu />
        <TextLink to="/">Nguyễn Thị Ánh Tuyết</TextLink>
        <MonthBadge year={2026} month={3} locked />
        <MonthBadge year={2026} month={4} locked={false} />
      </Section>
      <Badges />
      <Inputs />
      <Rows />
      <Overlays />
      <Section title="States" column>
        <ProgressBar label="Tính điểm tháng 2026/03" done={3200} total={8100}>
          <span>từ 09:41</span>
          <Button size="sm">{translate('control.stop')}</Button>
        </ProgressBar>
        <ProgressBar label="Đang đọc tệp" done={120} total={null} />
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="rounded border border-line bg-surface">
            <EmptyState text="Chưa có việc nào trong tháng này.">
              <Button variant="primary" icon={Plus}>
                {translate('control.add')}
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

function RowMenu() {
  const menu = useRef<PopoverMenuHandle<{ id: number }>>(null);
  const entries = [{ label: translate('control.delete'), icon: Trash2, danger: true, onSelect: () => undefined }];
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label={translate('control.more')}
        aria-haspopup="menu"
        onClick={(event) => menu.current?.open({ id: 1 }, event.currentTarget)}
      />
      <PopoverMenu ref={menu} label={translate('control.more')} entriesOf={() => entries} />
    </>
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

import { expect, it } from 'vitest';
import type { View } from '../../worker/contracts/calls/answers/views.ts';
import { monthRange } from '../../worker/contracts/months.ts';
import type { ViewState } from '../../worker/contracts/view-state.ts';
import { toOfficeTime } from '../../worker/platform/text/office-time.ts';
import { customerRows, openStubbedApp, type StubbedApp } from '../support/stub-app.ts';

const JOBS = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  name: `DR-${index + 1}`,
  version: 1,
  is_checked: 0,
  is_updated: 0,
}));

function makeView(id: number, more: Partial<View>): View {
  return {
    id,
    entity: 'directs',
    name: `Xem ${id}`,
    state: {},
    shared: 'none',
    owner: { id: 1, name: 'Stub', active: 1 },
    is_own: true,
    is_editable: true,
    gone: [],
    version: 1,
    created_at: '2026-11-01 08:00:00',
    updated_at: '2026-11-01 08:00:00',
    ...more,
  };
}

/** The views call over `views`, which saving changes. */
function answerViews(app: StubbedApp, views: View[]): void {
  app.answer('GET', 'views', () => ({
    json: { data: views, total: views.length, per_page: 500, current_page: 1, from: 1, to: views.length },
  }));
  app.answer('POST', 'views', ({ body }) => {
    const view = makeView(views.length + 1, { name: String(body.name), state: body.state as ViewState, shared: body.shared as 'none' });
    views.push(view);
    return { status: 201, json: { data: view } };
  });
  for (const view of views)
    app.answer('PUT', `views/${view.id}`, ({ body }) => {
      Object.assign(view, body, { version: view.version + 1 });
      return { json: { data: view } };
    });
}

const asked = (app: StubbedApp) => Object.fromEntries(app.callsOf('GET', 'directs').at(-1)!.query);

it('opens a view from its link, changes it for oneself, throws the changes away, and saves it as another', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS, customers: customerRows(3) } });
  const { page } = app;
  const state = {
    filters: { is_checked: '1' },
    order_by: 'tsubosuu DESC',
    columns: { order: ['name', 'tsubosuu'], hidden: ['bukkenmei'] },
  };
  const shared = { shared: 'all', is_own: false, is_editable: false, owner: { id: 9, name: 'Lan', active: 1 } } as const;
  const views = [makeView(1, { name: 'Việc đã kiểm', state, ...shared })];
  answerViews(app, views);
  await app.go('/directs?view=1');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Việc đã kiểm').waitFor();
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  expect(asked(app)).toMatchObject({ is_checked: '1', order_by: 'tsubosuu DESC' });
  expect(asked(app)).not.toHaveProperty('exc_start_time');
  expect(app.callsOf('GET', 'directs')).toHaveLength(1);
  expect(await page.getByRole('columnheader', { name: 'Tên công trình' }).count()).toBe(0);
  await expect.poll(() => button('Bỏ thay đổi').count()).toBe(0);

  await page.getByRole('columnheader').getByRole('button', { name: 'Khách hàng', exact: true }).click();
  await button('Việc đã kiểm •').waitFor();
  expect(new URL(page.url()).searchParams.get('view')).toBe('1');
  await expect.poll(() => asked(app).order_by).toBe('customers.name ASC');
  await expect.poll(() => button('Lưu').count()).toBe(0);
  await button('Bỏ thay đổi').click();
  await button('Việc đã kiểm').waitFor();
  expect(page.url()).toMatch(/\?view=1$/);

  await page.getByLabel('Tháng', { exact: true }).selectOption({ label: 'Tháng này' });
  await button('Lưu thành…').click();
  const dialog = page.getByRole('dialog', { name: 'Lưu thành chế độ xem mới' });
  await dialog.getByLabel('Tên chế độ xem').fill('Tháng của tôi');
  await expect.poll(() => dialog.getByRole('radio', { name: 'Tháng này' }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await button('Tháng của tôi').waitFor();
  expect(page.url()).toMatch(/\?view=2$/);
  expect(views[1]!.state).toMatchObject({ filters: { is_checked: '1' }, period: 'this_month', order_by: 'tsubosuu DESC' });
  expect(views[1]!.state.filters).toEqual({ is_checked: '1' });
  expect(asked(app)).toMatchObject(monthRange(toOfficeTime(Date.now()).slice(0, 10)));
  expect(views[0]!.version).toBe(1);
});

/** Runs before the app: notes after each drawing the second column, the first row and its height, where they are others than before. */
function noteDrawings(): void {
  const drawings: string[] = [];
  const onCommitFiberRoot = () => {
    const head = document.querySelectorAll('thead th[scope=col]')[1]?.textContent ?? 'none';
    const row = document.querySelector('tbody tr[data-row-id]');
    const height = document.querySelector<HTMLElement>('.one-list')?.dataset.density ?? 'own';
    const drawing = row ? `${head} ${row.getAttribute('data-row-id')} ${height}` : head;
    if (document.querySelector('.one-list') && drawings.at(-1) !== drawing) drawings.push(drawing);
  };
  const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot, onCommitFiberUnmount: () => undefined };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook, drawings });
}

it('draws the columns and the height of a view with its rows, neither before nor after them', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  await app.context.addInitScript(noteDrawings);
  const columns = { order: ['name', 'tsubosuu'], hidden: [] };
  const views = [makeView(1, { name: 'Tsubo', state: { filters: { is_checked: '0' }, columns, density: 'compact' } })];
  answerViews(app, views);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  app.answer('GET', 'directs', async ({ query }) => {
    if (query.get('is_checked') === null) return undefined;
    await released;
    return { json: { data: JOBS.slice(10), total: 20, per_page: 25, current_page: 1, from: 1, to: 20 } };
  });
  const drawings = () => page.evaluate(() => (globalThis as unknown as { drawings: string[] }).drawings);
  await app.go('/directs');
  await page.locator('tr[data-row-id="1"]').waitFor();
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Chế độ xem', exact: true }).click();
  await page.getByRole('dialog', { name: 'Chế độ xem' }).getByRole('button', { name: 'Tsubo', exact: true }).click();
  await expect.poll(() => app.callsOf('GET', 'directs').at(-1)!.query.get('is_checked')).toBe('0');
  const before = (await drawings()).at(-1)!;
  expect(before).toMatch(/ 1 own$/);
  release();
  await page.locator('tr[data-row-id="11"]').waitFor();
  await page.locator('table[aria-busy=false]').waitFor();
  const both = await drawings();
  expect(both.slice(both.indexOf(before))).toEqual([before, 'Số tsubo 11 compact']);

  // From a link the list's own columns are never there.
  await app.go('/directs?view=1');
  await page.locator('tr[data-row-id="11"]').waitFor();
  await page.locator('table[aria-busy=false]').waitFor();
  const heads = (await drawings()).map((drawing) => drawing.replace(/ \d+ \w+$/, ''));
  expect([...new Set(heads)]).toEqual(['none', 'Số tsubo']);
});

it('saves what its owner changed, columns among it, and remembers the view that a list begins with', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS, users: [{ id: 3, name: 'Lan' }] } });
  const { page } = app;
  const views = [makeView(1, { name: 'Của tôi', state: { filters: { is_checked: '0' } } })];
  answerViews(app, views);
  const preferences: Record<string, unknown> = {};
  app.answer('GET', 'me/preferences', () => ({ json: { data: preferences } }));
  app.answer('PUT', 'me/preferences/view.directs', ({ body }) => {
    preferences['view.directs'] = body.value;
    return { json: { data: {} } };
  });
  await app.go('/directs');
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Chế độ xem', exact: true }).click();
  await page.getByRole('button', { name: 'Luôn mở danh sách với «Của tôi»' }).click();
  await page.getByRole('dialog', { name: 'Chế độ xem' }).getByRole('button', { name: 'Của tôi', exact: true }).click();
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Cột hiển thị' }).click();
  await page.getByRole('dialog', { name: 'Cột hiển thị' }).getByLabel('Khách hàng', { exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await expect.poll(() => views[0]!.state.columns?.hidden.includes('customers.name')).toBe(true);
  expect(views[0]!.state.filters).toEqual({ is_checked: '0' });
  expect(app.callsOf('PUT', 'me/preferences/columns.directs')).toHaveLength(0);

  await app.go('/directs');
  await page.getByRole('button', { name: 'Của tôi', exact: true }).waitFor();
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  await expect.poll(() => asked(app).is_checked).toBe('0');
  await app.go('/directs?user_id=3');
  await expect.poll(() => asked(app).user_id).toBe('3');
  expect(asked(app)).not.toHaveProperty('is_checked');
});

it('says what a view has lost, and that a view is gone', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  answerViews(app, [
    makeView(1, {
      name: 'Cũ',
      gone: [
        { part: 'filter', name: 'customer_id', value: '7' },
        { part: 'filter', name: 'user_id', value: '8', title: 'Bùi Thị Hạnh' },
        { part: 'column', name: 'mau_sac' },
      ],
    }),
  ]);
  await app.go('/directs?view=1');
  await app.page
    .getByText(
      'Chế độ xem «Cũ» có phần không còn nữa: «Khách hàng» #7, «Người thiết kế» Bùi Thị Hạnh, «mau_sac». Danh sách hiện phần còn lại.',
    )
    .waitFor();
  await app.go('/directs?view=5');
  await app.page.getByText('Chế độ xem này đã bị xóa hoặc không còn được chia sẻ; đây là danh sách mặc định.').waitFor();
  await app.page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
});

it('lets a list begin as it is again where the view it began with is gone', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  answerViews(app, []);
  app.answer('GET', 'me/preferences', () => ({ json: { data: { 'view.directs': 5 } } }));
  app.answer('PUT', 'me/preferences/view.directs', () => ({ json: { data: {} } }));
  await app.go('/directs');
  const gone = page.getByText('Chế độ xem này đã bị xóa hoặc không còn được chia sẻ');
  await gone.waitFor();
  await page.getByRole('button', { name: 'Luôn mở danh sách gốc' }).press('Enter');
  await gone.waitFor({ state: 'detached' });
  await expect.poll(() => app.callsOf('PUT', 'me/preferences/view.directs').map(({ body }) => body.value)).toEqual([null]);
});

it('are chosen and saved on a phone too', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS }, width: 390, touch: true });
  const { page } = app;
  const views = [makeView(1, { name: 'Của tôi', state: { filters: { is_checked: '0' } } })];
  answerViews(app, views);
  await app.go('/directs');
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).tap();
  // A line of the menu like the others.
  const edgeOf = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .evaluate((button) => [button.getBoundingClientRect().width, getComputedStyle(button).borderColor]);
  expect(await edgeOf('Chế độ xem')).toEqual(await edgeOf('Cột hiển thị'));
  await page.getByRole('button', { name: 'Chế độ xem', exact: true }).tap();
  await page.getByRole('dialog', { name: 'Chế độ xem' }).getByRole('button', { name: 'Của tôi', exact: true }).tap();
  await expect.poll(() => asked(app).is_checked).toBe('0');
});

it('keeps a width that is dragged or pressed, and pins columns in their order', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  const saved: { widths?: Record<string, number>; pinned?: string[] }[] = [];
  app.answer('PUT', 'me/preferences/columns.directs', ({ body }) => {
    saved.push(body.value as object);
    return { json: { data: {} } };
  });
  await app.go('/directs');
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  const head = page.getByRole('columnheader', { name: 'Khách hàng' });
  // What is drawn after the rows may move the heads once more.
  await page.waitForLoadState('networkidle');
  const box = (await head.boundingBox())!;
  await page.mouse.move(box.x + box.width - 1, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 60, box.y + 10, { steps: 4 });
  await page.mouse.up();
  const width = async () => Math.round((await head.boundingBox())!.width);
  const dragged = await width();
  expect(dragged).toBeGreaterThanOrEqual(Math.round(box.width) + 58);
  await expect.poll(() => saved.at(-1)?.widths).toEqual({ 'customers.name': dragged });
  await head.getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(width).toBe(dragged - 16);

  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Cột hiển thị' }).click();
  const row = page
    .getByRole('dialog', { name: 'Cột hiển thị' })
    .getByRole('listitem')
    .filter({ hasText: /Khách hàng/ });
  await row.getByRole('button', { name: 'Ghim bên trái' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => saved.at(-1)?.pinned).toEqual(['customers.name']);
  await expect.poll(() => page.getByRole('columnheader').nth(1).textContent()).toContain('Khách hàng');
  await expect.poll(() => head.evaluate((element) => element.dataset.pin)).toBe('last');
});

it('asks before a view takes the place of the one of its name, and refuses to give one the name of another', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  const own = makeView(1, { name: 'Chưa kiểm', state: { filters: { is_checked: '0' } }, shared: 'all' });
  const others = { is_own: false, is_editable: false, shared: 'all', owner: { id: 9, name: 'Lan', active: 1 } } as const;
  const views = [own, makeView(2, { name: 'Tháng này' }), makeView(3, { name: 'Của Lan', ...others })];
  answerViews(app, views);
  await app.go('/directs?is_checked=1');
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Tên chế độ xem');
  const open = async (button: string) => {
    await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
    await page.getByRole('button', { name: 'Chế độ xem' }).first().click();
    await page.getByRole('button', { name: button, exact: true }).click();
  };
  await open('Lưu thành chế độ xem mới');
  await name.fill('  chưa  KIỂM ');
  await name.press('Enter');
  await page.getByRole('button', { name: 'Đặt tên khác' }).click();
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe('  chưa  KIỂM ');
  expect(app.callsOf('POST', 'views')).toHaveLength(0);
  await name.press('Enter');
  await page.getByRole('button', { name: 'Thay', exact: true }).click();
  await expect.poll(() => app.callsOf('PUT', 'views/1')).toHaveLength(1);
  // Everybody keeps it.
  expect(app.callsOf('PUT', 'views/1')[0]!.body).toMatchObject({ shared: 'all', version: 1, state: { filters: { is_checked: '1' } } });
  expect(app.callsOf('POST', 'views')).toHaveLength(0);
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Chế độ xem' }).first().click();
  await page.getByRole('button', { name: 'Sửa «Tháng này»' }).click();
  await name.fill('chưa kiểm');
  await name.press('Enter');
  await dialog.getByText('Danh sách này đã có chế độ xem tên đó').waitFor();
  expect(app.callsOf('PUT', 'views/2')).toHaveLength(0);
  // A name of somebody else's view is free.
  await name.fill('Của Lan');
  await name.press('Enter');
  await expect.poll(() => app.callsOf('PUT', 'views/2')).toHaveLength(1);
});

it('keeps the list of views whole in a low window', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  const views = Array.from({ length: 20 }, (_, index) => makeView(index + 1, {}));
  answerViews(app, views);
  await page.setViewportSize({ width: 720, height: 450 });
  await app.go('/directs');
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Chế độ xem', exact: true }).click();
  const button = page.getByRole('button', { name: 'Lưu thành chế độ xem mới' });
  await expect.poll(async () => (await button.boundingBox())?.y).toBeLessThan(450 - 40);
  await page.getByRole('dialog').getByRole('button', { name: 'Xem 1', exact: true }).click({ trial: true });
});

it('saves once what is sent twice at once', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  answerViews(app, []);
  await app.go('/directs');
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Chế độ xem', exact: true }).click();
  await page.getByRole('button', { name: 'Lưu thành chế độ xem mới' }).click();
  const name = page.getByRole('dialog').getByLabel('Tên chế độ xem');
  const sendTwice = () =>
    name.evaluate((input: HTMLInputElement) => {
      input.form!.requestSubmit();
      input.form!.requestSubmit();
    });
  // What was refused can be sent again.
  await name.fill('');
  await sendTwice();
  await page.getByText('Tên chế độ xem không được để trống', { exact: false }).waitFor();
  // So can what failed before it was sent.
  await name.fill('Của tôi');
  await page.evaluate(() => {
    const { normalize } = String.prototype;
    String.prototype.normalize = () => {
      String.prototype.normalize = normalize;
      throw new Error('once');
    };
  });
  await sendTwice();
  await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'once' }).waitFor();
  await sendTwice();
  await page.getByRole('button', { name: 'Của tôi', exact: true }).waitFor();
  expect(app.callsOf('POST', 'views')).toHaveLength(1);
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { build, type Plugin, type Rolldown } from 'vite';
import { chromiumOptions } from '../run/chromium.ts';
import type { ObservedWindow } from './felt-speed.ts';
import { median, printTable } from './print-table.ts';

/** What libraries of the web app would cost beside our own parts: bytes of script, and turning a page of 100 rows on a slow computer. */
const WEB = `${join(import.meta.dirname, '../../web')}/`;
/** For a comparison that needs a package for nothing else: `npm install --no-save` it first. */
const isInstalled = (name: string) => existsSync(join(import.meta.dirname, '../../node_modules', name));
const CPU_SLOWDOWN = 4;
const TURNS = 7;
const EXPORTS: Record<string, string> = {
  'our Tabs': `export { Tabs } from '${WEB}ui/tabs.tsx'`,
  'Headless UI Tabs': "export { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'",
  'our Switch, with Field and Tooltip': `export { Switch } from '${WEB}ui/inputs/switch.tsx'`,
  'Headless UI Switch': "export { Switch } from '@headlessui/react'",
  'our RadioGroup, with Field': `export { RadioGroup } from '${WEB}ui/inputs/radio-group.tsx'`,
  'Headless UI RadioGroup': "export { Radio, RadioGroup } from '@headlessui/react'",
  'TanStack Table, order and visibility':
    "export { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table'",
  '… with width, pinning and selection':
    "export { columnOrderingFeature, columnPinningFeature, columnSizingFeature, columnVisibilityFeature, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'",
  'our rows in steps': `export { useIncrementalRows } from '${WEB}ui/table/use-incremental-rows.ts'`,
  'our combobox, with its list': `export { useCombobox } from '${WEB}ui/inputs/use-combobox.tsx'`,
  ...(isInstalled('downshift') && { "downshift's combobox": "export { useCombobox, useMultipleSelection } from 'downshift'" }),
  'TanStack Virtual': "export { useVirtualizer } from '@tanstack/react-virtual'",
};

process.env.NODE_ENV = 'production';
const sizes = [];
for (const [part, source] of Object.entries(EXPORTS)) sizes.push({ part, 'gzipped bytes': await gzippedSize(source) });
printTable('Script of a part, without React', sizes);

const files = await buildRowsPage();
const browser = await chromium.launch(chromiumOptions());
try {
  const ways = [];
  for (const way of ['all', 'steps', 'virtual']) ways.push({ way, ...(await turnPages(browser, way)) });
  printTable(`Turning a page of 100 rows of directs, processor slowed down ${CPU_SLOWDOWN} times`, ways);
} finally {
  await browser.close();
}

async function gzippedSize(source: string): Promise<number> {
  const entry = `${WEB}measured-part.ts`;
  const part: Plugin = {
    name: 'measured-part',
    resolveId: (id) => (id === 'virtual:part' ? entry : null),
    load: (id) => (id === entry ? source : null),
  };
  const output = await bundle({
    plugins: [part],
    external: ['react', 'react-dom', 'react/jsx-runtime'],
    input: 'virtual:part',
  });
  return output.filter((file) => file.type === 'chunk').reduce((sum, chunk) => sum + gzipSync(chunk.code).length, 0);
}

/** The files of `web/bench-rows.html`, by path. */
async function buildRowsPage(): Promise<Map<string, string | Uint8Array>> {
  const { default: tailwindcss } = await import('@tailwindcss/vite');
  const output = await bundle({ plugins: tailwindcss(), external: [], input: `${WEB}bench-rows.html` });
  return new Map(output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]));
}

async function bundle(options: { plugins: Plugin | Plugin[]; external: string[]; input: string }) {
  const { plugins, external, input } = options;
  const result = await build({
    configFile: false,
    root: WEB,
    logLevel: 'error',
    plugins: [plugins],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'chrome123', rolldownOptions: { input, external, preserveEntrySignatures: 'strict' } },
  });
  return (result as Rolldown.RolldownOutput).output;
}

interface TurnTimings {
  'longest task ms': number;
  'answer to a press ms': number;
  'rows in the document': number;
}

/** Presses the button that turns the page; the figures are the middle of some turns. */
async function turnPages(browser: Browser, way: string): Promise<TurnTimings> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const body = files.get(pathname);
    const contentType = { html: 'text/html', js: 'text/javascript', css: 'text/css' }[pathname.split('.').pop()!];
    return body === undefined ? route.abort() : route.fulfill({ body: Buffer.from(body), contentType: contentType ?? 'font/woff2' });
  });
  await page.addInitScript(() => {
    const felt = { task: 0, answer: 0 };
    Object.assign(globalThis, { felt });
    const observe = (type: string, take: (duration: number) => void) =>
      new PerformanceObserver((list: { getEntries(): { duration: number }[] }) => {
        for (const { duration } of list.getEntries()) take(duration);
      }).observe({ type, durationThreshold: 16 } as { type: string });
    observe('longtask', (duration) => {
      felt.task = Math.max(felt.task, duration);
    });
    observe('event', (duration) => {
      felt.answer = Math.max(felt.answer, duration);
    });
  });
  await page.goto(`http://rows.test/bench-rows.html?way=${way}`);
  await page.locator('tbody tr').first().waitFor();
  await page.waitForTimeout(500);
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const { x, y, width, height } = (await page.locator('button').first().boundingBox())!;
  const turns: { task: number; answer: number }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    await page.evaluate(() => Object.assign((globalThis as typeof globalThis & ObservedWindow).felt, { task: 0, answer: 0 }));
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForTimeout(1500);
    turns.push(await page.evaluate(() => (globalThis as typeof globalThis & ObservedWindow).felt));
  }
  const rows = await page.locator('tbody tr').count();
  await page.close();
  return {
    'longest task ms': Math.round(median(turns.map(({ task }) => task))),
    'answer to a press ms': Math.round(median(turns.map(({ answer }) => answer))),
    'rows in the document': rows,
  };
}

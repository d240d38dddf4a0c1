import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { directs } from '#contracts/entities/directs.ts';
import type { Row } from './crud/list/cell.tsx';
import { DataRows } from './crud/list/data-rows.tsx';
import { startTexts } from './i18n/index.ts';
import './styles/app.css';
import { Table } from './ui/table/table.tsx';
import { useIncrementalRows } from './ui/table/use-incremental-rows.ts';

/** A page of 100 rows drawn in one of three ways, `?way=all|steps|virtual`: `npm run bench -- libraries` measures turning it. */
const WAYS = { all: AllRows, steps: RowsInSteps, virtual: VirtualRows };
const ROWS = 100;
const ROW_HEIGHT = 36;
const columns = directs.columns;

function BenchRows() {
  const [page, setPage] = useState(1);
  const rows = useMemo(() => Array.from({ length: ROWS }, (_, at) => rowOf(page * ROWS + at)), [page]);
  const Way = WAYS[(new URLSearchParams(location.search).get('way') ?? 'all') as keyof typeof WAYS];
  return (
    <>
      <button type="button" onClick={() => setPage(page + 1)}>
        {page}
      </button>
      <Way rows={rows} />
    </>
  );
}

interface RowsProps {
  rows: readonly Row[];
}

function AllRows({ rows }: RowsProps) {
  return (
    <Table label="rows">
      <Body rows={rows} />
    </Table>
  );
}

function RowsInSteps({ rows }: RowsProps) {
  return <AllRows rows={useIncrementalRows(rows).drawn} />;
}

function VirtualRows({ rows }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  return (
    <div ref={scroller} className="h-[80vh] overflow-auto">
      <div style={{ height: virtual.getTotalSize(), paddingTop: items[0]?.start ?? 0 }}>
        <AllRows rows={rows.slice(first, first + items.length)} />
      </div>
    </div>
  );
}

function Body({ rows }: RowsProps) {
  return <DataRows rows={rows} shown={columns} width={columns.length} lang="vi" hasButtons onSelect={nothing} />;
}

function rowOf(id: number): Row {
  const value = (kind: string) => (kind === 'date' ? '2026-03-09' : ['integer', 'decimal', 'flag'].includes(kind) ? id % 2 : `行 ${id}`);
  return { ...Object.fromEntries(columns.map(({ key, kind }) => [key, value(kind)])), id } as Row;
}

const nothing = () => undefined;

await startTexts();
createRoot(document.getElementById('root')!).render(
  <MemoryRouter>
    <BenchRows />
  </MemoryRouter>,
);

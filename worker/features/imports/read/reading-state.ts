import { type SQL, sql } from 'drizzle-orm';
import type { ImportChange, MissingName } from '../../../contracts/calls/answers/imports.ts';
import type { Database } from '../../../platform/db/client.ts';
import { query } from '../../../platform/db/query.ts';
import { asJson, readRows } from '../../../platform/db/typed-rows.ts';
import type { SheetRow } from '../../../platform/xlsx/cell-value.ts';
import type { SkippedRows } from '../../../platform/xlsx/read/read.ts';
import { holdsImport, type ImportRow, READING_FORM } from '../work.ts';
import type { PassedOver } from './passed-over.ts';

/** The state of reading a file after a chunk of its rows. */
export interface ReadingState {
  /** Rows read, those that were passed over included. */
  done: number;
  passedOver: PassedOver;
  /** Where they end in an .xlsx, so that another message need not parse them again. */
  skip?: SkippedRows | undefined;
  /** Rows with a problem, and problems found. */
  failed: number;
  problems: number;
  /** Rows that say what is there already. */
  unchanged: number;
  /** Rows that a filter or the person hid in the sheet; they are read as the others. */
  hidden: number;
  /** Rows with cells that are merged with those above. */
  merged: number;
  /** Of a preview: the first values that change. */
  changes: readonly ImportChange[];
  /** Names that no record has, to some hundreds. */
  missing: readonly MissingName[];
  /** Rows that no making of names would make right. */
  faulty: number;
  /** Columns that any new row sets, in the order in which they came up, and any row of a known record. */
  inserted: string[];
  updated: string[];
  form: typeof READING_FORM;
}

const START: ReadingState = {
  done: 0,
  passedOver: {},
  failed: 0,
  problems: 0,
  unchanged: 0,
  hidden: 0,
  merged: 0,
  changes: [],
  missing: [],
  faulty: 0,
  inserted: [],
  updated: [],
  form: READING_FORM,
};
/** Chunks loaded at once, some 60 kB each. */
const PAGE_SIZE = 20;

/** The rows behind the first up to one; undefined where the file tells no places. */
export function placeBehind(first: SheetRow | undefined, { sheet, row, end, count }: SheetRow): SkippedRows | undefined {
  if (first?.end === undefined || end === undefined) return undefined;
  return { sheet: sheet.name, from: first.end, to: end, row, count };
}

/** A hash of a key, and a row of a file. */
export type NotedKey = [key: number, row: number];

/** The keys that rows of a file take, each with its first row. */
export class SeenKeys {
  #rows: Map<number, number>;
  #new: NotedKey[] = [];

  constructor(noted: readonly NotedKey[]) {
    this.#rows = new Map(noted);
  }

  /** The earlier row that has the key; where there is none the key is noted for this one. */
  note(key: number, row: number): number | undefined {
    const before = this.#rows.get(key);
    if (before === undefined) {
      this.#rows.set(key, row);
      this.#new.push([key, row]);
    }
    return before;
  }

  /** The first row that has the key. */
  rowOf(key: number): number | undefined {
    return this.#rows.get(key);
  }

  /** The keys that were noted since the last call. */
  takeNew(): NotedKey[] {
    return this.#new.splice(0);
  }
}

/** Keeps the state after a chunk and the keys that are new in it, so that another message can go on behind the chunk. */
export function saveReading(job: ImportRow, state: ReadingState, keys: readonly NotedKey[]): SQL {
  return sql`INSERT INTO import_chunks (import_id, done, state, "keys")
    SELECT ${job.id}, ${state.done}, ${JSON.stringify(state)}, ${JSON.stringify(keys)} WHERE ${holdsImport(job)}`;
}

/** The progress of reading the file. */
export async function loadReading(db: Database, { id }: ImportRow): Promise<{ state: ReadingState; seen: SeenKeys }> {
  const noted: NotedKey[] = [];
  let state = START;
  for (let count = PAGE_SIZE; count === PAGE_SIZE; ) {
    const page = await db.read(
      query(
        sql`SELECT state, "keys" FROM import_chunks WHERE import_id = ${id} AND done > ${state.done} ORDER BY done LIMIT ${PAGE_SIZE}`,
        readRows({ state: asJson<ReadingState>(), keys: asJson<NotedKey[]>() }),
      ),
    );
    for (const { keys } of page) noted.push(...keys);
    state = page.at(-1)?.state ?? state;
    count = page.length;
  }
  return { state, seen: new SeenKeys(noted) };
}

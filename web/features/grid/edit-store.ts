import type { Row } from '../../api/client.ts';
import { createStore, type Watched } from '../../ui/hooks/store.ts';
import type { CellValue } from './cell-value.ts';

/** What a record's edited fields are to hold, and the version that was edited. */
export interface RowEdit {
  version: unknown;
  values: Readonly<Record<string, CellValue>>;
}

export type Edits = Readonly<Record<number, RowEdit>>;

export interface CellChange {
  row: Row;
  field: string;
  value: CellValue;
}

export interface RejectedRow {
  id: number;
  message: string;
}

/** The answer of a save. A row that was written as it is already is in neither list. */
export interface SavedRows {
  /** The rows that were written, as they are now. */
  data: readonly Row[];
  refused: readonly RejectedRow[];
}

/** A change with what the cell was to hold before; undefined where it was not edited. */
type Step = readonly (CellChange & { before: CellValue | undefined })[];

/**
 * The cells that differ from what is saved, of every page. Each row watches its own. `undo` and `redo` answer the cells that they moved;
 * undefined where there is nothing to undo.
 */
export interface EditStore {
  edits: Watched<Edits>;
  /** The number of cells that differ. */
  count: () => number;
  /** Makes changes as one step. One with the same `session` goes on with the step before, as the letters of one cell do. */
  apply: (changes: readonly CellChange[], session?: string) => void;
  undo: () => readonly CellChange[] | undefined;
  redo: () => readonly CellChange[] | undefined;
  /** Takes the last step back for good, if it is of the session. */
  revert: (session: string) => void;
  /** The edits of now, on their way to be saved: until they are settled, one that is typed back is an edit of what will be saved. */
  send: () => Edits;
  /** Has an edit of an older version of the row written over the one given, which was shown; answers whether there was one. */
  rebase: (row: Row) => boolean;
  /** What was sent was answered; without an answer it is to be sent again. */
  settle: (answer?: SavedRows) => void;
  clear: () => void;
}

export function createEditStore(): EditStore {
  const edits = createStore<Edits>({});
  let sent: Edits = {};
  let done: { step: Step; session: string | undefined }[] = [];
  let undone: Step[] = [];
  const put = (changes: readonly CellChange[]) => {
    const next: Record<number, RowEdit> = { ...edits.get() };
    for (const { row, field, value } of changes) {
      const { version, values } = next[row.id] ?? { version: row.version, values: {} };
      const { [field]: _, ...others } = values;
      const isSaved = isSame(value, savedValue(row, field)) && sent[row.id]?.values[field] === undefined;
      const edited = isSaved ? others : { ...others, [field]: value };
      if (Object.keys(edited).length > 0) next[row.id] = { version, values: edited };
      else delete next[row.id];
    }
    edits.set(next);
  };
  const takeBack = (step: Step) =>
    put(step.map(({ row, field, before }) => ({ row, field, value: before === undefined ? savedValue(row, field) : before })));
  return {
    edits,
    count: () => Object.values(edits.get()).reduce((count, { values }) => count + Object.keys(values).length, 0),
    apply: (changes, session) => {
      const step = changes.map((change) => ({ ...change, before: edits.get()[change.row.id]?.values[change.field] }));
      if (step.length === 0) return;
      const last = done.at(-1);
      const goesOn = session !== undefined && last?.session === session;
      if (goesOn) last.step = step.map((change, at) => ({ ...change, before: last.step[at]?.before }));
      else done.push({ step, session });
      undone = [];
      put(changes);
    },
    undo: () => {
      const step = done.pop()?.step;
      if (!step) return undefined;
      undone.push(step);
      takeBack(step);
      return step;
    },
    redo: () => {
      const step = undone.pop();
      if (!step) return undefined;
      done.push({ step, session: undefined });
      put(step);
      return step;
    },
    revert: (session) => {
      if (done.at(-1)?.session === session) takeBack(done.pop()!.step);
    },
    send: () => {
      sent = edits.get();
      return sent;
    },
    rebase: (row) => {
      const edit = edits.get()[row.id];
      if (!edit || edit.version === row.version) return false;
      edits.set({ ...edits.get(), [row.id]: { ...edit, version: row.version } });
      return true;
    },
    settle: (answer) => {
      if (answer) {
        edits.set(keepTypedSince(sent, edits.get(), answer));
        const refused = new Set(answer.refused.map(({ id }) => id));
        // A step of a row that was written would bring back what it no longer holds.
        done = done.flatMap(({ step, session }) => {
          const kept = step.filter(({ row }) => refused.has(row.id));
          return kept.length > 0 ? [{ step: kept, session }] : [];
        });
        undone = [];
      }
      sent = {};
    },
    clear: () => {
      done = [];
      undone = [];
      edits.set({});
    },
  };
}

/** What a record holds in a field. */
export function savedValue(row: Row, field: string): CellValue {
  return (row[field] as CellValue | undefined) ?? null;
}

/** Texts that are no value are the same while they read the same. */
export function isSame(one: CellValue, other: CellValue): boolean {
  return (
    one === other || (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null && one.typed === other.typed)
  );
}

/** The edits once those that were sent were answered: a refused row keeps its edit; of another stays what was typed since, on the saved version. */
function keepTypedSince(sent: Edits, now: Edits, { data, refused }: SavedRows): Edits {
  const refusedIds = new Set(refused.map(({ id }) => id));
  const versions = new Map(data.map(({ id, version }) => [id, version]));
  const left = Object.entries(now).flatMap(([key, edit]): [string, RowEdit][] => {
    const before = sent[Number(key)];
    if (!before || refusedIds.has(Number(key))) return [[key, edit]];
    const typed = Object.entries(edit.values).filter(
      ([field, value]) => !(field in before.values) || !isSame(value, before.values[field]!),
    );
    return typed.length > 0 ? [[key, { version: versions.get(Number(key)) ?? edit.version, values: Object.fromEntries(typed) }]] : [];
  });
  return Object.fromEntries(left);
}

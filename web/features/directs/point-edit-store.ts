import type { Row } from '../../crud/list/cell.tsx';
import { translate } from '../../i18n/index.ts';
import { createStore, type Watched } from '../../ui/hooks/store.ts';
import { isUnreadNumber, type NumberValue, unclearNumberMessage } from '../../ui/inputs/unread-number.ts';

export type PointKey = 'result_design_point' | 'result_check_point';
const POINT_KEYS: readonly PointKey[] = ['result_design_point', 'result_check_point'];
type Edit = Partial<Record<PointKey, NumberValue>> & { version: unknown };
export type Edits = Readonly<Record<number, Edit>>;

export interface RejectedEdit {
  id: number;
  message: string;
}

/** The answer of saving. A row that was written as it is already is in neither list. */
export interface SavedEdits {
  /** The rows that were written, as they are now. */
  data: Row[];
  refused: RejectedEdit[];
}

/** The figures that differ from what is saved, by record, of every page. Each cell watches its own: a digit draws one input again. */
export interface PointEditStore {
  edits: Watched<Edits>;
  /** The number of figures that differ. */
  count: () => number;
  /** Notes a figure; one that is back at its saved value is no edit. */
  put: (row: Row, key: PointKey, value: NumberValue) => void;
  /** The edits of now, which are on their way to be saved: until they are settled, one that is typed back is an edit of what will be saved. */
  send: () => Edits;
  /** What was sent was answered; without an answer it is to be sent again. */
  settle: (answer?: SavedEdits) => void;
  clear: () => void;
}

export function createPointEditStore(): PointEditStore {
  const edits = createStore<Edits>({});
  let sent: Edits = {};
  return {
    edits,
    count: () => Object.values(edits.get()).reduce((count, edit) => count + keysOf(edit).length, 0),
    put: (row, key, value) => {
      const { [row.id]: before, ...others } = edits.get();
      const { [key]: _, ...rest } = before ?? { version: row.version };
      const isSaved = value === row[key] && sent[row.id]?.[key] === undefined;
      const edit: Edit = isSaved ? rest : { ...rest, [key]: value };
      edits.set(keysOf(edit).length > 0 ? { ...others, [row.id]: edit } : others);
    },
    send: () => {
      sent = edits.get();
      return sent;
    },
    settle: (answer) => {
      if (answer) edits.set(keepTypedSince(sent, edits.get(), answer));
      sent = {};
    },
    clear: () => edits.set({}),
  };
}

const keysOf = (edit: Edit) => POINT_KEYS.filter((key) => key in edit);

/** The edited points that a refusal of their row is about: those that are no number, or else all of them. */
export function findRefusedPoints(edit: Edit): PointKey[] {
  const unreadable = keysOf(edit).filter((key) => isUnreadNumber(edit[key]));
  return unreadable.length > 0 ? unreadable : keysOf(edit);
}

/** The edits that are no numbers yet, each with what to say of it. */
export function listUnreadEdits(edits: Edits): RejectedEdit[] {
  return Object.entries(edits).flatMap(([id, edit]) => {
    const unread = keysOf(edit).find((key) => isUnreadNumber(edit[key]));
    return unread ? [{ id: Number(id), message: unclearNumberMessage(edit[unread]) ?? translate('form.no_number') }] : [];
  });
}

/** The edits once those that were sent were answered: a refused row keeps its edit; of another stays what was typed since, on the saved version. */
function keepTypedSince(sent: Edits, now: Edits, { data, refused }: SavedEdits): Edits {
  const refusedIds = new Set(refused.map(({ id }) => id));
  const versions = new Map(data.map(({ id, version }) => [id, version]));
  const left = Object.entries(now).flatMap(([key, edit]) => {
    const id = Number(key);
    const before = sent[id];
    if (!before || refusedIds.has(id)) return [[id, edit]];
    const typed = keysOf(edit).filter((point) => edit[point] !== before[point]);
    const kept = Object.fromEntries(typed.map((point) => [point, edit[point]]));
    return typed.length > 0 ? [[id, { version: versions.get(id) ?? edit.version, ...kept }]] : [];
  });
  return Object.fromEntries(left) as Edits;
}

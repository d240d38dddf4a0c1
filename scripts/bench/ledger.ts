import type { Client } from '@libsql/client';
import { type Office, type Person, pick } from './office.ts';

const PAUSE_MS = 100;

/** What people wrote and were told that it is written, to be looked for afterwards. */
export class Ledger {
  /** Names of new records whose creation was acknowledged, with their ids. */
  readonly created = new Map<string, number>();
  /** The last note of a record that was acknowledged, and later ones whose answer never came. */
  readonly edited = new Map<number, { acknowledged: number; sent: number }>();
  #office: Office;

  constructor(office: Office) {
    this.#office = office;
  }

  /** Creates records and edits its own until `isOver`; each creation is sent with one key until it is answered. */
  async write(person: Person, template: Record<string, unknown>, isOver: () => boolean): Promise<void> {
    for (let n = 1; !isOver(); n++) {
      const name = `KILL-${person.id}-${n}`;
      for (let id: number | undefined; id === undefined && !isOver(); await pause()) {
        const { status, body } = await this.#office.call(
          person,
          'POST',
          'directs',
          { ...template, name, bukkenmei: name },
          { 'idempotency-key': name },
        );
        if (status === 201) id = Number(body.data.id);
        if (id !== undefined) this.created.set(name, id);
      }
      const ids = [...this.created.values()];
      if (ids.length > 0) await this.#edit(person, pick(ids), n);
    }
  }

  async #edit(person: Person, id: number, n: number): Promise<void> {
    const entry = this.edited.get(id) ?? { acknowledged: 0, sent: 0 };
    // One at a time edits a record, so that the last note is known.
    if (entry.sent > entry.acknowledged) return;
    const note = entry.sent + 1;
    this.edited.set(id, { ...entry, sent: note });
    const { status } = await this.#office.call(person, 'PUT', `directs/${id}`, { bikou: String(note), tsubosuu: 10 + (n % 50) });
    if (status === 200) this.edited.set(id, { acknowledged: note, sent: note });
  }

  /** The entries that do not agree with the database. */
  async check(client: Client): Promise<Record<string, number>> {
    const { rows } = await client.execute("SELECT id, name, bikou FROM directs WHERE name LIKE 'KILL-%'");
    const byName = Map.groupBy(rows, ({ name }) => String(name));
    const byId = new Map(rows.map((row) => [Number(row.id), Number(row.bikou ?? 0)]));
    return {
      'acknowledged creates': this.created.size,
      'of them lost': [...this.created].filter(([name, id]) => byName.get(name)?.[0]?.id !== id).length,
      'records twice': [...byName.values()].filter((same) => same.length > 1).length,
      'acknowledged edits lost': [...this.edited].filter(([id, { acknowledged }]) => (byId.get(id) ?? 0) < acknowledged).length,
    };
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ResultSet } from '@libsql/client';

/** What one request has cost the database so far. */
export interface RequestCost {
  roundTrips: number;
  /** Rows that the server looked at, where it tells; else those that it sent. */
  rowsRead: number;
  /** Rows and entries of indexes, where the server tells, those of triggers included; else the rows that statements changed. */
  rowsWritten: number;
  milliseconds: number;
}

/** A result with what the server tells of its work. */
export interface MeasuredResult extends ResultSet {
  rowsRead?: number | undefined;
  rowsWritten?: number | undefined;
}

/** What a statement has cost: as the server tells it, else what is seen of it. */
export const countRows = ({ rowsRead, rowsWritten, rows, rowsAffected }: MeasuredResult) => ({
  read: rowsRead ?? rows.length,
  written: rowsWritten ?? rowsAffected,
});

const current = new AsyncLocalStorage<RequestCost>();

export const noCost = (): RequestCost => ({ roundTrips: 0, rowsRead: 0, rowsWritten: 0, milliseconds: 0 });

/** Does work, and counts in `cost` what it asks of the database; so does the request that it is a part of. */
export async function measureRequest<Result>(cost: RequestCost, work: () => Promise<Result>): Promise<Result> {
  const whole = current.getStore();
  try {
    return await current.run(cost, work);
  } finally {
    if (whole) for (const name of Object.keys(cost) as (keyof RequestCost)[]) whole[name] += cost[name];
  }
}

/** Adds a round trip to the request that is at work, if one is. */
export async function measureRoundTrip(send: () => Promise<MeasuredResult[]>): Promise<MeasuredResult[]> {
  const cost = current.getStore();
  if (!cost) return send();
  const started = Date.now();
  cost.roundTrips += 1;
  try {
    const results = await send();
    for (const result of results) {
      const { read, written } = countRows(result);
      cost.rowsRead += read;
      cost.rowsWritten += written;
    }
    return results;
  } finally {
    cost.milliseconds += Date.now() - started;
  }
}

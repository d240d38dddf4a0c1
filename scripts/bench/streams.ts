import { closeStream, type Endpoint, encodeBatch, sendBatch } from '../../worker/platform/db/pipeline.ts';
import { openBenchSite } from './bench-site.ts';
import { median, printTable } from './print-table.ts';
import { usageOf } from './process-usage.ts';

/**
 * What a small read costs the database server on a stream of its own and on one that is kept, with the product's schema and without each kind of its
 * objects, turn by turn: the price that every new stream pays for reading the schema. Argument: calls a turn.
 */
const CALLS = Number(process.argv[2] ?? 300);
const READ = encodeBatch(['SELECT COUNT(*) FROM companies'], 'read');
const KINDS = ['triggers', 'views', 'indexes'] as const;

const site = await openBenchSite({ directs: 0 });
const endpoint: Endpoint = { url: site.sqld.url, authToken: undefined };
const rows = [];
try {
  rows.push({ schema: 'whole', ...(await schemaSize()), ...(await measureCosts()) });
  for (const kind of KINDS) {
    await dropObjects(kind);
    rows.push({ schema: `and without ${kind}`, ...(await schemaSize()), ...(await measureCosts()) });
  }
  printTable('Processor time of a small read in the database server, ms', rows);
} finally {
  await site.close();
}

async function measureCosts() {
  const turns = [];
  for (let turn = 0; turn < 3; turn++) turns.push({ opened: await measureCost(false), kept: await measureCost(true) });
  const [opened, kept] = [median(turns.map((turn) => turn.opened)), median(turns.map((turn) => turn.kept))];
  return { 'stream of its own': opened, 'kept stream': kept, times: opened / kept };
}

async function measureCost(keep: boolean): Promise<number> {
  const before = usageOf(site.sqld.pid).cpuMs;
  let baton: string | undefined;
  for (let call = 0; call < CALLS; call++) {
    const answer = await sendBatch(endpoint, { baton, batch: READ, timeoutMs: 10_000 });
    if (keep) baton = answer.baton;
    else await closeStream(endpoint, answer.baton!);
  }
  if (baton) await closeStream(endpoint, baton);
  return (usageOf(site.sqld.pid).cpuMs - before) / CALLS;
}

async function schemaSize() {
  const { rows } = await site.client.execute('SELECT COUNT(*) AS objects, SUM(length(sql)) / 1000 AS kB FROM sqlite_master');
  return { objects: Number(rows[0]!.objects), kB: Number(rows[0]!.kB) };
}

async function dropObjects(kind: (typeof KINDS)[number]): Promise<void> {
  const type = { triggers: 'trigger', views: 'view', indexes: 'index' }[kind];
  const { rows } = await site.client.execute({ sql: 'SELECT name FROM sqlite_master WHERE type = ? AND sql IS NOT NULL', args: [type] });
  await site.client.batch(
    rows.map(({ name }) => `DROP ${type} "${name}"`),
    'write',
  );
}

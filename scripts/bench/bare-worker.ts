import { createClient } from '@libsql/client/web';
import { asc, count, desc, eq, getTableColumns, like } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql/web';
import { Hono } from 'hono';
import { directs } from '../../worker/platform/db/schema/records.ts';
import { readFormColumn } from '../../worker/platform/text/text-forms.ts';

/**
 * What one writes first: Hono, one drizzle query a call, no sign-in, no rights, no validation, no relations, no history of its own. It
 * answers the same directs from the same database, so the product's share of its speed is the price of everything else.
 */
const columns = Object.fromEntries(Object.entries(getTableColumns(directs)).filter(([name]) => !readFormColumn(name)));
const app = new Hono<{ Bindings: { LIBSQL_URL: string } }>();
const open = (url: string) => drizzle(createClient({ url }));

app.get('/list', async (c) => {
  const db = open(c.env.LIBSQL_URL);
  const where = eq(directs.customer_id, Number(c.req.query('customer_id')));
  const [data, total] = await db.batch([
    db.select(columns).from(directs).where(where).orderBy(desc(directs.henkyaku_hi)).limit(10),
    db.select({ total: count() }).from(directs).where(where),
  ]);
  return c.json({ data, total });
});
app.get('/page', async (c) => {
  const db = open(c.env.LIBSQL_URL);
  const offset = Number(c.req.query('offset') ?? 0);
  return c.json({ data: await db.select(columns).from(directs).orderBy(asc(directs.name_sort)).limit(10).offset(offset) });
});
app.get('/contains', async (c) => {
  const db = open(c.env.LIBSQL_URL);
  const where = like(directs.bukkenmei_fold, `%${c.req.query('text')}%`);
  const [data, total] = await db.batch([
    db.select(columns).from(directs).where(where).orderBy(asc(directs.name_sort)).limit(10),
    db.select({ total: count() }).from(directs).where(where),
  ]);
  return c.json({ data, total });
});
app.get('/one/:id', async (c) => {
  const [data] = await open(c.env.LIBSQL_URL)
    .select(columns)
    .from(directs)
    .where(eq(directs.id, Number(c.req.param('id'))));
  return c.json({ data });
});
app.post('/create', async (c) => {
  const [data] = await open(c.env.LIBSQL_URL)
    .insert(directs)
    .values(await c.req.json())
    .returning(columns);
  return c.json({ data }, 201);
});
app.onError((error, c) => c.text(String(error), 503));

export default app;

import { type SQL, sql } from 'drizzle-orm';
import { findImageNames } from '../../contracts/rich-text.ts';
import { SCRIPT_AUTHOR } from '../db/client.ts';
import { query } from '../db/query.ts';
import { asNumber, asText, hasRows, readColumn, readRows } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { toOfficeTime } from '../text/office-time.ts';
import { IMAGES_FOLDER, imageKey } from './stored-image.ts';

const RETENTION_DAYS = 30;
const TEXTS_PER_READ = 200;
/** Images removed in a night at most; the others follow in the next ones. */
const MAX_REMOVED = 500;

/**
 * Everything that may name an image: what is shown now, and the former texts of records, which can come back. Each is read by an index of
 * the texts that name one, so the conditions are written as the indexes have them.
 */
export const IMAGE_SOURCES: Record<string, { column: SQL; from: SQL }> = {
  'directs.description': {
    column: sql`t.description`,
    from: sql`directs t INDEXED BY directs_with_images WHERE instr(t.description, '/api/v1/files/') > 0`,
  },
  'history.after': {
    column: sql`ifnull(t.before, '') || ifnull(t.after, '')`,
    from: sql`history t INDEXED BY history_with_images WHERE t.entity = 'directs' AND (instr(t.before, '/api/v1/files/') > 0 OR instr(t.after, '/api/v1/files/') > 0)`,
  },
  'users.avatar': { column: sql`t.avatar`, from: sql`users t WHERE t.avatar IS NOT NULL` },
  'questions.picture': { column: sql`t.picture`, from: sql`questions t WHERE t.picture IS NOT NULL` },
};

/** An image that is uploaded (again) is not unused: its 30 days begin again. Comes before the file is stored. */
export function markAsUploaded(name: string, userId: number): SQL[] {
  return [
    sql`DELETE FROM unused_images WHERE name = ${name}`,
    sql`INSERT INTO image_uploads (name, user_id) VALUES (${name}, ${userId}) ON CONFLICT DO NOTHING`,
  ];
}

/** Notes which stored images nothing names, and removes those of which that has been so for 30 days. */
export async function removeUnusedImages(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const stored = await listStoredImages(deps);
  const used = await readUsedNames(deps);
  const unused = JSON.stringify(stored.filter((name) => !used.has(name)));
  const before = toOfficeTime(clock.now() - RETENTION_DAYS * 86_400_000);
  const { due } = await db.write(
    {
      used: sql`DELETE FROM unused_images WHERE name NOT IN (SELECT value FROM json_each(${unused}))`,
      unused: sql`INSERT INTO unused_images (name, since) SELECT value, ${clock.time()} FROM json_each(${unused}) WHERE true ON CONFLICT DO NOTHING`,
      due: query(sql`SELECT name FROM unused_images WHERE since <= ${before} ORDER BY since LIMIT ${MAX_REMOVED}`, readColumn(asText)),
    },
    SCRIPT_AUTHOR,
  );
  for (const name of due) await removeImage(deps, name);
}

/**
 * Removes one image. It is held in memory meanwhile: an upload of the same image, or a text with it that is saved at this moment, is seen
 * afterwards, and then the file is put back.
 */
async function removeImage({ db, files }: Deps, name: string): Promise<void> {
  const key = imageKey(name);
  const object = await files.get(key);
  if (!object) return;
  const bytes = await object.arrayBuffer();
  const isUnused = sql`name = ${name} AND NOT ${isNamed(name)}`;
  if (!(await db.read(query(sql`SELECT 1 FROM unused_images WHERE ${isUnused}`, hasRows)))) return;
  await files.delete(key);
  const { isRemoved } = await db.write(
    {
      uploads: sql`DELETE FROM image_uploads WHERE name IN (SELECT name FROM unused_images WHERE ${isUnused})`,
      isRemoved: query(sql`DELETE FROM unused_images WHERE ${isUnused} RETURNING name`, hasRows),
    },
    SCRIPT_AUTHOR,
  );
  if (isRemoved) return;
  const { httpMetadata, customMetadata } = object;
  await files.put(key, bytes, { ...(httpMetadata && { httpMetadata }), ...(customMetadata && { customMetadata }) });
}

async function listStoredImages({ files }: Deps): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await files.list({ prefix: IMAGES_FOLDER, ...(cursor && { cursor }) });
    names.push(...page.objects.map(({ key }) => key.slice(IMAGES_FOLDER.length)));
    more = page.truncated;
    cursor = page.truncated ? page.cursor : undefined;
  }
  return names;
}

async function readUsedNames({ db }: Deps): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { column, from } of Object.values(IMAGE_SOURCES)) {
    for (let last = 0, size = TEXTS_PER_READ; size === TEXTS_PER_READ; ) {
      const page = await db.read(
        query(
          sql`SELECT t.id, ${column} AS text FROM ${from} AND t.id > ${last} ORDER BY t.id LIMIT ${TEXTS_PER_READ}`,
          readRows({ id: asNumber, text: asText }),
        ),
      );
      size = page.length;
      last = page.at(-1)?.id ?? 0;
      for (const { text } of page) for (const name of findImageNames(text)) names.add(name);
    }
  }
  return names;
}

/** Whether anything names an image, in SQL. */
function isNamed(name: string): SQL {
  const sources = Object.values(IMAGE_SOURCES).map(
    ({ column, from }) => sql`EXISTS (SELECT 1 FROM ${from} AND instr(${column}, ${name}) > 0)`,
  );
  return sql`(${sql.join(sources, sql` OR `)})`;
}

import { type SQL, sql } from 'drizzle-orm';
import { findImageNames } from '../../contracts/rich-text.ts';
import { SCRIPT_AUTHOR } from '../db/client.ts';
import { type ImageSource, isNamedBy } from '../db/image-uploads.ts';
import { query } from '../db/query.ts';
import { asNumber, asText, hasRows, readColumn, readRows } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { listFiles } from '../list-files.ts';
import { toOfficeTime } from '../text/office-time.ts';
import { IMAGES_FOLDER, imageKey } from './stored-image.ts';

const RETENTION_DAYS = 30;
const TEXTS_PER_READ = 200;
/** Images removed in a night at most; the others follow in the next ones. */
const MAX_REMOVED = 500;

/** An image that is uploaded (again) is not unused: its 30 days begin again. Comes before the file is stored. */
export function markAsUploaded(name: string, userId: number): SQL[] {
  return [
    sql`DELETE FROM unused_images WHERE name = ${name}`,
    sql`INSERT INTO image_uploads (name, user_id) VALUES (${name}, ${userId}) ON CONFLICT DO NOTHING`,
  ];
}

/** Notes which stored images none of the sources names, and removes those of which that has been so for 30 days. */
export async function removeUnusedImages(deps: Deps, sources: readonly ImageSource[]): Promise<void> {
  const { db, clock } = deps;
  const stored = await listStoredImages(deps);
  const used = await readUsedNames(deps, sources);
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
  for (const name of due) await removeImage(deps, sources, name);
}

/**
 * Removes one image. It is held in memory meanwhile: an upload of the same image, or a text with it that is saved at this moment, is seen
 * afterwards, and then the file is put back.
 */
async function removeImage({ db, files }: Deps, sources: readonly ImageSource[], name: string): Promise<void> {
  const key = imageKey(name);
  const object = await files.get(key);
  if (!object) return;
  const bytes = await object.arrayBuffer();
  const isUnused = sql`name = ${name} AND NOT ${isNamedBy(sources, sql`${name}`)}`;
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
  for await (const objects of listFiles(files, IMAGES_FOLDER)) names.push(...objects.map(({ key }) => key.slice(IMAGES_FOLDER.length)));
  return names;
}

async function readUsedNames({ db }: Deps, sources: readonly ImageSource[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { column, from } of sources) {
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

import type { Actor, Caller } from '../platform/caller.ts';
import { sha256 } from '../platform/crypto.ts';
import { listIfChanged } from './list.ts';
import type { Resource } from './resource.ts';

/** Addresses of images in the rows are signed for longer than this. */
const TAG_LIFE_MS = 3_600_000;

/**
 * The weak tag of rows that a list or a file shows. Every table that a list shows, names of joined records included, leaves a history row with
 * each write, so the newest of them says whether any has changed (`known`: that of the tag that was sent). The other half covers what is not
 * in the history: who asks with which rights, in which language, for which rows, of which version of the program.
 */
export function createHistoryTag(caller: Caller, url: string, ifNoneMatch: string | undefined) {
  const [, known, asker] = /"([\w-]{1,64})\.([0-9a-f]{32})"/.exec(ifNoneMatch ?? '') ?? [];
  const hour = Math.floor(caller.clock.now() / TAG_LIFE_MS);
  const hashAsker = async ({ id, roles, department_id, dept_grp_id }: Actor) => {
    const rights = [id, [...roles].sort(), department_id, dept_grp_id];
    return (await sha256(JSON.stringify([rights, caller.lang, url, caller.version, hour]))).slice(0, 32);
  };
  return {
    known,
    isSame: async (actor: Actor) => (await hashAsker(actor)) === asker,
    write: async (newest: string, actor: Actor) => `W/"${newest}.${await hashAsker(actor)}"`,
  };
}

/** A list with its tag; without a result for who sent the tag of the present, or `*`, which is any tag. */
export async function listWithTag(resource: Resource, caller: Caller, url: string, ifNoneMatch: string | undefined) {
  const tag = createHistoryTag(caller, url, ifNoneMatch);
  const { actor, newest, result } = await listIfChanged(resource, caller, new URL(url).searchParams, tag.known, tag.isSame);
  return { tag: await tag.write(newest, actor), result: ifNoneMatch?.trim() === '*' ? undefined : result };
}

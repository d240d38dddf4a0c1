import type { SQL } from 'drizzle-orm';
import { isGranted } from '../../contracts/roles.ts';
import type { Lang } from '../../contracts/text.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { fenceOff } from '../../platform/queue/run.ts';
import { createImageSigner } from '../../platform/uploads/image-signature.ts';

/** Nobody calls while the queue works. */
const NO_CLIENT = { address: 'unknown', network: 'unknown', networks: [], userAgent: null };

/**
 * Whoever asked for work of the queue, as the caller of its calls: each write is one of the given request, and of nothing at all once `allowed`
 * is no longer true. What it keeps in words is in `lang`.
 */
export function createJobCaller({ db, clock, settings }: Deps, actor: Actor, requestId: string, allowed: SQL, lang: Lang = 'vi'): Caller {
  const requireGrant: Caller['require'] = async (grant) => {
    if (!isGranted(actor.roles, grant)) throw new AppError('forbidden');
    return actor;
  };
  return {
    lang,
    requestId,
    version: settings.version,
    clock,
    client: NO_CLIENT,
    sessionId: '',
    isReadOnly: false,
    warnings: [],
    require: requireGrant,
    read: async (grant, plan) => ({ actor: await requireGrant(grant), results: await db.read(plan(actor)) }),
    readMore: (plan) => db.read(plan),
    async write(plan, source = 'screen') {
      const written = await db.write({ fence: fenceOff(allowed), plan }, { user_id: actor.id, source, request_id: requestId });
      return written.plan;
    },
    afterAnswer: (work) => work(),
    signImages: createImageSigner(settings.jwtSecrets[0]!, clock),
  };
}

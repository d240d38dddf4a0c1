import * as z from 'zod';

/** The messages of the queue. Delivery is at least once, late and in any order: every handler must bear that. */
export const jobMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('calculate'), run_id: z.int() }),
  z.object({ type: z.literal('crawl'), run_id: z.int() }),
  z.object({ type: z.literal('crawl_pushed') }),
  z.object({ type: z.literal('apply_waiting') }),
  z.object({ type: z.literal('import'), import_id: z.int() }),
  z.object({ type: z.literal('cleanup') }),
  z.object({ type: z.literal('backup') }),
  z.object({ type: z.literal('maintain_seals') }),
  z.object({ type: z.literal('verify_seals') }),
  z.object({ type: z.literal('notify_changed_statements') }),
  z.object({ type: z.literal('queue_heartbeat') }),
  z.object({ type: z.literal('replay'), replay_id: z.int() }),
  z.object({ type: z.literal('reconcile'), reconciliation_id: z.int() }),
  z.object({ type: z.literal('operation'), run_id: z.int() }),
  z.object({ type: z.literal('try_scenario'), run_id: z.int() }),
]);
export type JobMessage = z.infer<typeof jobMessage>;

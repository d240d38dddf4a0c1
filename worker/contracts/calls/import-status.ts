/** Where an import stands; apart from its words, since every list asks whether one is at work. */
export const IMPORT_STATUSES = ['queued', 'reading', 'writing', 'done', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Statuses in which an import is still at work. */
export const ACTIVE_IMPORTS: readonly ImportStatus[] = ['queued', 'reading', 'writing'];

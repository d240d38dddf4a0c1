/** How well a record fits what was typed: one of its codes or names is that, begins with it, or its texts have every word of it. */
export const SEARCH_MATCHES = ['equal', 'begins', 'contains'] as const;

/** Hits of one answer, over all entities. */
export const MAX_HITS = 30;

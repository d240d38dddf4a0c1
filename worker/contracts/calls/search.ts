/** How well a record fits what was typed: one of its codes or names is that, begins with it, or its texts have every word of it. */
export const SEARCH_MATCHES = ['equal', 'begins', 'contains'] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

/** A record that was found, with the address of its page. */
export interface SearchHit {
  entity: string;
  id: number;
  title: string;
  subtitle: string | null;
  path: string;
  match: SearchMatch;
}

/** Hits of one answer, over all entities. */
export const MAX_HITS = 30;

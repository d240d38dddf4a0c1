import type { ComponentType } from 'react';
import type { Grant } from '#contracts/roles.ts';
import type { Text } from '#contracts/text.ts';
import { loadPageTexts, type MessageKey } from '../i18n/index.ts';

/** One address of the app, as data: who may open it, what it is called, and the chunk that draws it. */
export interface PageRoute {
  readonly path: string;
  readonly title: MessageKey | Text;
  /** On the quiet layout: as wide as text is read, not as a form is. */
  readonly wide?: boolean;
  /** Shown after the title on the add and view pages of a list. */
  readonly verb?: 'add' | 'view';
  /** The navigation entry that the page belongs to, where that is not its own path; null for none. */
  readonly section?: string | null;
  /** Roles of which one is needed; without it a login is enough. */
  readonly roles?: Grant;
  /** It needs no texts but those of `i18n/vi.ts`, and is drawn without waiting for the others. */
  readonly firstTexts?: boolean | undefined;
  /** `() => import('./pages/x.tsx').then((m) => m.X)` */
  readonly page: () => Promise<ComponentType>;
}

export interface RouteHandle {
  readonly title: MessageKey | Text;
  readonly verb?: 'add' | 'view' | undefined;
  readonly wide?: boolean | undefined;
  readonly section: string | null;
  readonly roles?: Grant | undefined;
}

const TIMEOUT_MS = 120_000;

/** A page's code could not be fetched: an old build after a deploy, or no connection. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** The page of a chunk, with its texts; a ChunkLoadError when it cannot be fetched, or not within 120 s. */
export async function loadPage({ page, firstTexts = false }: Pick<PageRoute, 'page' | 'firstTexts'>): Promise<ComponentType> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), TIMEOUT_MS);
  });
  try {
    const [Page] = await Promise.race([Promise.all([page(), firstTexts || loadPageTexts()]), late]);
    return Page;
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError('chunk', { cause });
  } finally {
    clearTimeout(timer);
  }
}

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { forgetEarlyAnswers, waitForEarlyAnswers } from './api/early-answers.ts';
import { keepPageNeeds } from './api/page-needs.ts';
import { createQueryClient } from './api/query-client.ts';
import { resumeSession, SessionProvider } from './api/session.tsx';
import { hasSessionFlag } from './api/token.ts';
import { startTexts } from './i18n/index.ts';
import { waitForLazyParts } from './layout/lazy-part.tsx';
import { NavigationContext } from './layout/nav.ts';
import { createRouter } from './layout/router.tsx';
import { navigation } from './navigation.ts';
import { pages, publicPages } from './routes.tsx';
import './styles/app.css';
import { useAppearance } from './layout/appearance.ts';
import { loadJapaneseFace, loadJapaneseFallback } from './styles/japanese-face.ts';
import { Toaster } from './ui/feedback/feedback.tsx';

const queryClient = createQueryClient();
/** So long the first drawing waits for the page, its person and what it shows: with them there is one drawing instead of two or three, without them the frame comes first. */
const ONE_DRAWING_MS = 150;
/** When a page has asked for most of what it shows, and for all of it: many are left before. */
const KEPT_AFTER_MS = [1_000, 3_000];

const resumed = resumeSession();
const router = createRouter({ pages, publicPages });

function App() {
  const { theme } = useAppearance();
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider resumed={resumed}>
        <NavigationContext value={navigation}>
          <RouterProvider router={router} />
        </NavigationContext>
        <Toaster theme={theme} />
      </SessionProvider>
    </QueryClientProvider>
  );
}

/** Whether the code of the page is there. */
function pageIsThere(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const end = router.subscribe((state) => {
      if (!state.initialized) return;
      end();
      resolve();
    });
  });
}

/**
 * The element the app is drawn in. Headless UI makes it inert behind a dialog, though not behind one that is open from its first drawing. Chromium then
 * styles every element again: with a hundred rows, 30 ms at opening and at closing. Nothing needs it, as the focus is kept inside, the shade takes the
 * presses, and `aria-modal` is for screen readers: what is written comes to a property of its own instead of the attribute.
 */
function findRoot(): HTMLElement {
  return Object.defineProperty(document.getElementById('root')!, 'inert', { value: false, writable: true });
}

/** Not at the top level of this file: the page's own code imports from it, and would wait until it has been run to its end. */
async function start(): Promise<void> {
  loadJapaneseFallback();
  await startTexts();
  const drawing = Promise.all([pageIsThere().then(waitForLazyParts), resumed?.reading.catch(() => null), waitForEarlyAnswers()]);
  await Promise.race([drawing, new Promise((resolve) => setTimeout(resolve, ONE_DRAWING_MS))]);
  createRoot(findRoot()).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  loadJapaneseFace();
  const isSignedIn = hasSessionFlag();
  // Not after a sign-out that has not left the page yet.
  for (const ms of KEPT_AFTER_MS) setTimeout(() => hasSessionFlag() === isSignedIn && keepPageNeeds(isSignedIn), ms);
  setTimeout(forgetEarlyAnswers, Math.max(...KEPT_AFTER_MS));
}

void start();

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from './api/query-client.ts';
import { SessionProvider } from './api/session.tsx';
import { startTexts } from './i18n/index.ts';
import { createRouter } from './layout/router.tsx';
import './styles/app.css';
import { loadJapaneseFace } from './styles/japanese-face.ts';
import { Toaster } from './ui/feedback/toast.tsx';
import { useAppearance } from './ui/hooks/appearance.ts';

const queryClient = createQueryClient();
const router = createRouter();

function App() {
  const { theme } = useAppearance();
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <RouterProvider router={router} />
        <Toaster theme={theme} />
      </SessionProvider>
    </QueryClientProvider>
  );
}

await startTexts();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
loadJapaneseFace();

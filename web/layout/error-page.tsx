import { RotateCw } from 'lucide-react';
import { useRouteError } from 'react-router';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { ChunkLoadError } from './page-route.ts';

/** Shown when a page throws while rendering or its code cannot be fetched: the frame stays, with a reload button. */
export function ErrorPage() {
  const error = useRouteError();
  const { t } = useText();
  const outdated = error instanceof ChunkLoadError || /dynamically imported module|importing a module script|preload/i.test(String(error));
  return (
    <ErrorState
      title={t(outdated ? 'app.outdated_title' : 'app.crashed_title')}
      saved={t(outdated ? 'app.outdated_text' : 'app.crashed_text')}
      text={!outdated && error instanceof Error ? error.message : undefined}
    >
      <Button variant="primary" icon={RotateCw} onClick={() => location.reload()}>
        {t('app.reload')}
      </Button>
    </ErrorState>
  );
}

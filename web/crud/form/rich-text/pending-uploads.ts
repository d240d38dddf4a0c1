import { useEffect, useRef, useState } from 'react';
import { createStore, useStore } from '../../../ui/hooks/store.ts';

/** Resolves to false when the upload failed; true when the image is in its text or the user cancelled it. */
type Upload = Promise<boolean>;

const running = createStore<readonly Upload[]>([]);

/** Registers a running image upload, so that the form waits for it. */
export function trackUpload(upload: Upload): void {
  running.set([...running.get(), upload]);
  void upload.finally(() => running.set(running.get().filter((one) => one !== upload)));
}

export function usePendingUploads(): boolean {
  return useStore(running).length > 0;
}

interface AfterUploads {
  /** Submits; during uploads, once the images are in the text. */
  submit: (event?: { preventDefault: () => void }) => void;
  waiting: boolean;
}

/** A form's submit that waits for running image uploads, and is given up when one fails. */
export function useSubmitAfterUploads(submit: () => void, onGivenUp: () => void): AfterUploads {
  const [stage, setStage] = useState<'idle' | 'waiting' | 'arrived' | 'given-up'>('idle');
  const latest = useRef({ submit, onGivenUp });
  latest.current = { submit, onGivenUp };
  // After the render in which the form has heard of the image.
  useEffect(() => {
    if (stage !== 'arrived' && stage !== 'given-up') return;
    setStage('idle');
    latest.current[stage === 'arrived' ? 'submit' : 'onGivenUp']();
  }, [stage]);
  return {
    waiting: stage !== 'idle',
    submit: (event) => {
      event?.preventDefault();
      if (stage !== 'idle') return;
      if (running.get().length === 0) return submit();
      setStage('waiting');
      void waitForUploads().then((all) => setStage(all ? 'arrived' : 'given-up'));
    },
  };
}

/** Others may set out meanwhile. */
async function waitForUploads(): Promise<boolean> {
  while (running.get().length > 0) {
    const results = await Promise.all(running.get());
    if (results.includes(false)) return false;
  }
  return true;
}

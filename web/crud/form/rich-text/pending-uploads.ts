import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Resolves to false when the upload failed; true when the image is in its text or the user cancelled it. */
type Upload = Promise<boolean>;

const running = new Set<Upload>();
const listeners = new Set<() => void>();

/** Registers a running image upload, so that the form waits for it. */
export function trackUpload(upload: Upload): void {
  running.add(upload);
  notifyListeners();
  void upload.finally(() => {
    running.delete(upload);
    notifyListeners();
  });
}

export function usePendingUploads(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running.size > 0,
  );
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
      if (running.size === 0) return submit();
      setStage('waiting');
      void waitForUploads().then((all) => setStage(all ? 'arrived' : 'given-up'));
    },
  };
}

/** Others may set out meanwhile. */
async function waitForUploads(): Promise<boolean> {
  while (running.size > 0) {
    const results = await Promise.all(running);
    if (results.includes(false)) return false;
  }
  return true;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Whether an image reached its text; one that a person stopped counts, since it is not waited for any more. */
type Arrival = Promise<boolean>;

const running = new Set<Arrival>();
const listeners = new Set<() => void>();

/** Tells the form on screen of an image that is being sent into one of its texts. */
export function trackUpload(arrival: Arrival): void {
  running.add(arrival);
  notifyListeners();
  void arrival.finally(() => {
    running.delete(arrival);
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
  /** Submits; while images are on their way, once they are in the text. */
  submit: (event?: { preventDefault: () => void }) => void;
  waiting: boolean;
}

/** A form's submit that leaves out no image: it waits for those on their way, and gives up when one cannot be sent. */
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
    const arrivals = await Promise.all(running);
    if (arrivals.includes(false)) return false;
  }
  return true;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

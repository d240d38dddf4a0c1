import { useEffect, useRef, useState } from 'react';
import { findInputsAwaited } from '../../ui/hooks/pending-inputs.ts';

interface AfterInputs {
  /** Calls `submit`; while values are on their way, once they are in the form. Answers what it answers, false when it was given up. */
  run: (submit: Submit) => Promise<boolean>;
  waiting: boolean;
}

type Submit = () => Promise<boolean>;

/** A form's submit that waits for values on their way, such as images, and is given up when one does not come. */
export function useSubmitAfterInputs(onGivenUp: () => void): AfterInputs {
  const [stage, setStage] = useState<'idle' | 'waiting' | 'arrived' | 'given-up'>('idle');
  const latest = useRef(onGivenUp);
  latest.current = onGivenUp;
  const waiting = useRef<{ submit: Submit; settle: (saved: boolean | Promise<boolean>) => void }>(undefined);
  // After the render in which the form has heard of the value.
  useEffect(() => {
    if (stage !== 'arrived' && stage !== 'given-up') return;
    setStage('idle');
    if (stage === 'given-up') latest.current();
    waiting.current?.settle(stage === 'arrived' && waiting.current.submit());
  }, [stage]);
  const run = (submit: Submit) => {
    if (stage !== 'idle') return Promise.resolve(false);
    const arrival = findInputsAwaited();
    if (!arrival) return submit();
    setStage('waiting');
    void arrival.then((all) => setStage(all ? 'arrived' : 'given-up'));
    return new Promise<boolean>((settle) => (waiting.current = { submit, settle }));
  };
  return { run, waiting: stage !== 'idle' };
}

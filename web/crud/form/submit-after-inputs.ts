import { useEffect, useRef, useState } from 'react';
import { findInputsAwaited } from '../../ui/hooks/pending-inputs.ts';
import type { FollowUp } from './use-record-form.ts';

interface AfterInputs {
  /** Submits; while values are on their way, once they are in the form. Answers whether all is saved, false also when it was given up. */
  submit: (next?: FollowUp) => Promise<boolean>;
  waiting: boolean;
}

/** A form's submit that waits for values on their way, such as images, and is given up when one does not come. */
export function useSubmitAfterInputs(submit: (next?: FollowUp) => Promise<boolean>, onGivenUp: () => void): AfterInputs {
  const [stage, setStage] = useState<'idle' | 'waiting' | 'arrived' | 'given-up'>('idle');
  const latest = useRef({ submit, onGivenUp });
  latest.current = { submit, onGivenUp };
  const waiting = useRef<{ next: FollowUp; settle: (saved: boolean | Promise<boolean>) => void }>(undefined);
  // After the render in which the form has heard of the value.
  useEffect(() => {
    if (stage !== 'arrived' && stage !== 'given-up') return;
    setStage('idle');
    if (stage === 'given-up') latest.current.onGivenUp();
    waiting.current?.settle(stage === 'arrived' && latest.current.submit(waiting.current.next));
  }, [stage]);
  return {
    waiting: stage !== 'idle',
    submit: (next) => {
      if (stage !== 'idle') return Promise.resolve(false);
      const arrival = findInputsAwaited();
      if (!arrival) return latest.current.submit(next);
      setStage('waiting');
      void arrival.then((all) => setStage(all ? 'arrived' : 'given-up'));
      return new Promise<boolean>((settle) => {
        waiting.current = { next, settle };
      });
    },
  };
}

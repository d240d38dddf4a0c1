import { useEffect, useRef, useState } from 'react';
import { findInputsAwaited } from '../../ui/hooks/pending-inputs.ts';

interface AfterInputs {
  /** Submits; while values are on their way, once they are in the form. */
  submit: (event?: { preventDefault: () => void }) => void;
  waiting: boolean;
}

/** A form's submit that waits for values on their way, such as images, and is given up when one does not come. */
export function useSubmitAfterInputs(submit: () => void, onGivenUp: () => void): AfterInputs {
  const [stage, setStage] = useState<'idle' | 'waiting' | 'arrived' | 'given-up'>('idle');
  const latest = useRef({ submit, onGivenUp });
  latest.current = { submit, onGivenUp };
  // After the render in which the form has heard of the value.
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
      const arrival = findInputsAwaited();
      if (!arrival) return submit();
      setStage('waiting');
      void arrival.then((all) => setStage(all ? 'arrived' : 'given-up'));
    },
  };
}

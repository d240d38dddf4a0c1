import { useQuery } from '@tanstack/react-query';
import type { TryFormulaAnswer } from '#contracts/calls/answers/try-formula.ts';
import type { FormulaScope } from '#contracts/calls/formula-language.ts';
import type { FormulaProblem } from '#contracts/calls/formula-problems.ts';
import { api } from '../../api/client.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';

/** After the last key. */
const TYPING_PAUSE_MS = 250;

/** What the server finds wrong with a formula as it is typed; undefined while that is not known yet, and where nothing is. */
export function useFormulaProblem(scope: FormulaScope, source: string, isOn: boolean): FormulaProblem | undefined {
  const settled = useSettled(source, TYPING_PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['formulas', scope, settled],
    queryFn: ({ signal }) => api.post<TryFormulaAnswer>('formulas/try', { scope, source: settled }, { signal }),
    enabled: isOn && settled === source && source.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { silent: true },
  });
  return isOn && settled === source ? (data?.problem ?? undefined) : undefined;
}

import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { updateSchema, waiveRequired } from '#contracts/body-schemas.ts';
import type { PointsPreview } from '#contracts/calls/answers/explanation.ts';
import { VARIABLES } from '#contracts/calls/formula-language.ts';
import { directFields } from '#contracts/entities/directs.ts';
import { api } from '../../api/client.ts';
import { useFormState } from '../../crud/form/form-field.tsx';
import type { FormValues } from '../../crud/form/form-state.ts';
import { useSettled } from '../../ui/hooks/use-delayed.ts';

/** After the last key, so that the answer is there within 300 ms of it. */
const TYPING_PAUSE_MS = 120;

/** What points follow from: the fields that formulas may name, and those that choose the rules. */
const FIELDS = [
  ...new Set(VARIABLES.flatMap(({ origin, name }) => (origin === 'direct' ? [name] : []))),
  'customer_id',
  'work_category_id',
  'henkyaku_hi',
].filter((name) => Object.hasOwn(directFields, name) && !directFields[name as keyof typeof directFields].readonly);

/** What the call takes: a field that the form refuses is refused there, too. */
const CALCULABLE = updateSchema(waiveRequired(directFields, FIELDS));

export interface TypedPoints {
  /** The trace of what was typed last and could be calculated; undefined before there is one. */
  trace: PointsPreview | undefined;
  /** The trace is of former values: the present ones are on their way. */
  isStale: boolean;
  /** The present values are none that points could follow from. */
  isRefused: boolean;
}

/** The points of what is typed into the form of a job; undefined while nothing differs from the record that points follow from. */
export function usePointsPreview(): TypedPoints | undefined {
  const { mode, row, readOnly } = useFormState();
  const { dirtyFields } = useFormContext().formState;
  const watched: unknown[] = useWatch({ name: FIELDS });
  const typed: FormValues = {};
  for (const [at, name] of FIELDS.entries()) if (mode === 'add' || dirtyFields[name]) typed[name] = watched[at];
  const isReady = mode === 'edit' ? Object.keys(typed).length > 0 : Boolean(typed.customer_id && typed.work_category_id);
  const isInvalid = !CALCULABLE.safeParse(typed).success;
  const body = JSON.stringify({ id: row?.id, values: typed });
  const settled = useSettled(body, TYPING_PAUSE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['points-preview', row?.version, settled],
    queryFn: ({ signal }) => api.post<PointsPreview>('directs/preview-points', JSON.parse(settled), { signal }),
    enabled: isReady && !readOnly && !isInvalid && settled === body,
    retry: false,
    meta: { silent: true },
  });
  if (!isReady || readOnly) return undefined;
  return { trace: data, isStale: isPlaceholderData || settled !== body || isInvalid, isRefused: isInvalid || error !== null };
}

/** The field of the job that the points need and that is empty. */
export function neededField(preview: TypedPoints | null | undefined): keyof typeof directFields | undefined {
  const issue = preview?.trace?.issue;
  const isField = issue?.code === 'empty_variable' && Object.hasOwn(directFields, issue.variable);
  return isField ? (issue.variable as keyof typeof directFields) : undefined;
}

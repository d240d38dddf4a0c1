import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Question, QuestionEvent } from '#contracts/calls/answers/questions.ts';
import { ApiError } from '../../../api/api-error.ts';
import { api, rowQuery } from '../../../api/client.ts';
import type { FormValues } from '../../../crud/form/form-state.ts';
import { notify } from '../../../ui/feedback/feedback.tsx';

/** A question with its thread, polled every 15 s so that another person's answer is seen in time. */
export function useQuestion(id: number) {
  return useQuery({ ...rowQuery<Question>('questions', id), refetchInterval: 15_000 });
}

/** The present question from a 409 response: another person took a step first. */
function findNewerQuestion(error: unknown): Question | undefined {
  return error instanceof ApiError && error.status === 409 && error.current?.thread
    ? (error.current as Question & typeof error.current)
    : undefined;
}

/** The step that another person took before one's own, from a 409 response. */
export function findOtherStep(error: unknown): QuestionEvent | undefined {
  return findNewerQuestion(error)?.thread.at(-1);
}

/** What the form of a step needs: `send` takes the step, or shows the question as another person left it; `show` shows what came of it. */
export function useQuestionStep({ id, version }: Question, path: 'answers' | 'close' | 'reopen') {
  const client = useQueryClient();
  const { queryKey } = rowQuery<Question>('questions', id);
  const send = async ({ text }: FormValues) => {
    try {
      return (await api.post<{ data: Question }>(`questions/${id}/${path}`, { text: String(text ?? '').trim() || null, version })).data;
    } catch (error) {
      const newer = findNewerQuestion(error);
      if (newer) client.setQueryData(queryKey, newer);
      throw error;
    }
  };
  const show = (question: Question, done: string) => {
    client.setQueryData(queryKey, question);
    notify.success({ title: done });
    for (const key of ['questions', 'statements', 'month-checklist']) void client.invalidateQueries({ queryKey: [key] });
  };
  return { send, show };
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Question, QuestionEvent } from '#contracts/calls/answers/questions.ts';
import { ApiError } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { rowQuery } from '../../../api/queries.ts';
import { notify } from '../../../ui/feedback/toast.tsx';

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

/** The answer that came before one's own, from a 409 response; undefined where the step of before was another one. */
export function findOtherAnswer(error: unknown): QuestionEvent | undefined {
  const last = findNewerQuestion(error)?.thread.at(-1);
  return last?.action === 'answer' ? last : undefined;
}

/** A step of a question: answering, closing, reopening. The call returns the question as it is afterwards. */
export function useQuestionStep({ id, version }: Question, path: 'answers' | 'close' | 'reopen', done: string) {
  const client = useQueryClient();
  return useMutation({
    // The form of the answer shows the other one.
    meta: { silent: (error) => path === 'answers' && findOtherAnswer(error) !== undefined },
    mutationFn: async (text: string) =>
      (await api.post<{ data: Question }>(`questions/${id}/${path}`, { text: text.trim() || null, version })).data,
    onSuccess: async (question) => {
      client.setQueryData(rowQuery<Question>('questions', id).queryKey, question);
      notify.success({ title: done });
      await Promise.all(['questions', 'statements', 'month-checklist'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
    onError: (error) => {
      const question = findNewerQuestion(error);
      if (question) client.setQueryData(rowQuery<Question>('questions', id).queryKey, question);
    },
  });
}

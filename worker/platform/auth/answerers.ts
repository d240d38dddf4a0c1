import { isAdmin, isGranted, STAFF } from '../../contracts/roles.ts';
import type { Actor } from '../caller.ts';
import { isDepartmentVisible, visibleDepartment } from '../department-scope.ts';

/** Whose question it is, and of which department. */
export interface QuestionOwner {
  user_id: unknown;
  dept_id: unknown;
}

/** Whether the actor answers this question: staff of its department, but nobody their own, and an Admin every one. */
export function canAnswer(actor: Actor, question: QuestionOwner): boolean {
  if (!isGranted(actor.roles, STAFF) || isOnlyAsker(actor, question)) return false;
  return isDepartmentVisible(question.dept_id, visibleDepartment(actor, 'people'));
}

/** Staff do not answer their own questions, unless they are Admins. */
export function isOnlyAsker(actor: Actor, question: Record<'user_id', unknown>): boolean {
  return question.user_id === actor.id && !isAdmin(actor.roles);
}

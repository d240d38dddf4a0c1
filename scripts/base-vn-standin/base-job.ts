import type { BaseField } from './form.ts';

/** A job as Base.vn Workflow sends it: every scalar a text, times in unix seconds, '0' for none. */
export interface BaseJob {
  id: string;
  name: string;
  content: string;
  username: string;
  creator_username: string;
  followers: string[];
  tags: string[];
  since: string;
  last_update: string;
  finish_at: string;
  deadline: string;
  stage_id: string;
  stage_export: { id: string; name: string; metatype: string };
  state: 'doing' | 'done';
  form: BaseField[];
  todos: unknown[];
}

import type { StatementOverview, StatementOverviews } from '../../../contracts/calls/answers/statements.ts';
import type { statementCalls } from '../../../contracts/calls/declared/statements.ts';
import { MAX_LIMIT, readPage, toEnvelope } from '../../../contracts/paging.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import { resolveMonth } from './month.ts';
import { countStates, type PersonState, selectStates } from './states.ts';

/** `GET /statements?year=&month=`: how each person of the reader's department stands to their month; all of them unless asked for a page. */
export async function listStatements({ caller, grant, values }: CallInput<typeof statementCalls.list>): Promise<StatementOverviews> {
  const month = resolveMonth(values, caller.clock);
  const page = readPage(values, MAX_LIMIT);
  const { results: readStates } = await caller.read(grant, (actor) =>
    selectStates(month.key, { department: visibleDepartment(actor, 'figures') }),
  );
  const { people, review } = await readStates(caller, caller.clock.today());
  const start = (page.page - 1) * page.limit;
  const rows = people.slice(start, start + page.limit).map(toOverview);
  return { ...toEnvelope(page, people.length, rows), counts: countStates(people), review };
}

function toOverview({ totals, state, isChanged, confirmation }: PersonState): StatementOverview {
  return {
    user_id: totals.user_id,
    username: totals.username,
    name: totals.name,
    state,
    changed: isChanged,
    total_point_1: totals.total_point_1,
    total_point_2: totals.total_point_2,
    confirmed_at: confirmation?.confirmed_at ?? null,
    open_questions: confirmation?.open_questions ?? 0,
  };
}

import { STATEMENTS_PARAMS, type StatementOverview, type StatementOverviews } from '../../contracts/calls/statements.ts';
import { MAX_LIMIT, readPage, toEnvelope } from '../../contracts/paging.ts';
import { STAFF } from '../../contracts/roles.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseParams } from '../../crud/parse-call.ts';
import { visibleDepartment } from '../../department-scope.ts';
import { resolveMonth } from './month.ts';
import { countStates, type PersonState, planStates } from './states.ts';

/** `GET /statements?year=&month=`: how each person of the reader's department stands to their month; all of them unless asked for a page. */
export async function listStatements(caller: Caller, params: URLSearchParams): Promise<StatementOverviews> {
  const { asked, page } = await authorizeThenValidate(caller, STAFF, () => {
    const values = parseParams(STATEMENTS_PARAMS, params, caller.lang);
    return { asked: resolveMonth(values, caller.clock), page: readPage(values, MAX_LIMIT) };
  });
  const plan = planStates(asked.key);
  const filterFor = (actor: Actor) => ({ department: visibleDepartment(actor, 'figures') });
  const { actor, results } = await caller.read(STAFF, (actor) => plan.statements(filterFor(actor)));
  const { people, review } = await plan.read(caller, results, filterFor(actor), caller.clock.today());
  const start = (page.page - 1) * page.limit;
  const rows = people.slice(start, start + page.limit).map(toOverview);
  return { ...toEnvelope(page, people.length, rows), counts: countStates(people), review };
}

function toOverview({ totals, state, confirmation }: PersonState): StatementOverview {
  return {
    user_id: totals.user_id,
    username: totals.username,
    name: totals.name,
    state,
    total_point_1: totals.total_point_1,
    total_point_2: totals.total_point_2,
    confirmed_at: confirmation?.confirmed_at ?? null,
    open_questions: confirmation?.open_questions ?? 0,
  };
}

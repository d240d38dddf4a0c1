import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical, Save, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TotalsExpressions } from '#contracts/calls/answers/totals-expressions.ts';
import type { TryFormulaAnswer } from '#contracts/calls/answers/try-formula.ts';
import { VARIABLES } from '#contracts/calls/formula-language.ts';
import { EXPRESSION_LABELS } from '#contracts/calls/totals-expressions.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { fieldMessages, isInvalidInput, notifySaved } from '../../api/api-error.ts';
import { api, read } from '../../api/client.ts';
import { useIsInScenario } from '../../api/scenario.ts';
import { useSession } from '../../api/session.tsx';
import { officeToday, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { useInputPaused, useUnsaved } from '../../layout/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton, useConfirm } from '../../ui/feedback/feedback.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { NumberInput } from '../../ui/inputs/number-input.tsx';
import type { NumberValue } from '../../ui/inputs/number-readings.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { FormulaInput } from '../formulas/formula-input.tsx';
import { FormulaSteps } from '../formulas/formula-steps.tsx';
import { FormulaWords } from '../formulas/formula-words.tsx';
import { formatAnswer } from '../rules/format-answer.ts';
import { listMonths } from '../rules/rule-months.ts';
import { ScenarioBanner } from '../scenarios/banner.tsx';

const KEYS = ['total_point_1', 'total_point_2'] as const;
type Key = (typeof KEYS)[number];
const INPUTS = VARIABLES.filter(({ origin, name }) => origin === 'totals' && !name.startsWith('total_point'));
const EXAMPLE: Record<string, NumberValue> = {
  direct_point: 120.5,
  mistake_point_n: 1.5,
  mistake_point_t: 0.5,
  indirect_point_yes: 10,
  indirect_point_no: 2,
  pro_index: 1.1,
};

/** The two expressions behind the totals, of each month from which others count; an Admin edits them, and anybody tries them on numbers of their own. */
export function TotalsExpressionsForm() {
  const { data } = useQuery({
    queryKey: ['totals-expressions'],
    ...read<{ data: TotalsExpressions[] }>('totals-expressions', { as_of: 'all' }),
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <ScenarioBanner />
      {data ? <Expressions versions={data.data} /> : <Skeleton className="h-60 w-full max-w-240" />}
    </>
  );
}

const monthOf = ({ valid_from }: TotalsExpressions) => valid_from ?? '';
const inForce = (versions: readonly TotalsExpressions[], month: string) =>
  versions.findLast((version) => monthOf(version) <= month) ?? versions[0]!;

function Expressions({ versions }: { versions: readonly TotalsExpressions[] }) {
  const { t, lang } = useText();
  const { may } = useSession();
  const client = useQueryClient();
  const editable = may(ACTIONS.edit_totals_expressions);
  // A scenario changes the versions that are there; its month is chosen when it is promoted.
  const mayAddVersions = !useIsInScenario('totals-expressions') && editable;
  const [saved, setSaved] = useState(() => inForce(versions, officeToday().slice(0, 7)));
  const [typed, setTyped] = useState<Record<Key, string>>(saved);
  // The month of the version that is written: one that is there, or a new one.
  const [month, setMonth] = useState(monthOf(saved));
  const stored = versions.find((version) => monthOf(version) === month);
  const form = useRef<HTMLFormElement>(null);
  const dirty = KEYS.some((key) => typed[key] !== saved[key]);
  useUnsaved(dirty, { inTab: true });
  const take = (answer: TotalsExpressions) => {
    setSaved(answer);
    setTyped(answer);
    setMonth(monthOf(answer));
  };
  const takeWritten = async (answer: TotalsExpressions) => {
    take(answer);
    await client.invalidateQueries({ queryKey: ['totals-expressions'] });
    await client.invalidateQueries({ queryKey: ['totals'] });
  };
  const choose = (chosen: string) => {
    const version = versions.find((each) => monthOf(each) === chosen);
    // What was typed goes into the version that it is for: another one, or a new one.
    if (dirty || !version) {
      setSaved(inForce(versions, chosen));
      setMonth(chosen);
    } else take(version);
  };
  // What somebody is typing stays on top of the version it was typed for.
  if (!dirty && stored && stored.version > saved.version) take(stored);
  // What was refused because totals would have no value is saved when it is sent again unchanged.
  const [refused, setRefused] = useState('');
  const asTyped = JSON.stringify(KEYS.map((key) => typed[key]));
  const save = useMutation({
    meta: { silent: isInvalidInput },
    mutationFn: (accepted: boolean) =>
      api.put<TotalsExpressions>('totals-expressions', {
        total_point_1: typed.total_point_1,
        total_point_2: typed.total_point_2,
        ...(stored && { version: stored.version }),
        ...(month !== '' && { valid_from: month }),
        ...(accepted && { accept_undefined: true }),
      }),
    onError: (error) => setRefused(fieldMessages(error).accept_undefined ? asTyped : ''),
    onSuccess: (answer) => {
      notifySaved('updated', t('calculate.totals').toLowerCase());
      return takeWritten(answer);
    },
  });
  const messages = fieldMessages(save.error);
  const submit = () => {
    if (editable && dirty && !save.isPending) save.mutate(asTyped === refused);
  };
  useShortcuts({ 'mod+s': submit });
  useInputPaused(form, save.isPending);
  return (
    <div className="grid max-w-280 items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-7"
      >
        {!editable && <p className="text-table text-muted">{t('calculate.expressions_by_admin')}</p>}
        <Field label={EXPRESSION_LABELS.valid_from[lang]} className="max-w-72" help={month !== '' && t('calculate.version_help')}>
          <Select value={month} onChange={choose} options={listVersions(versions, mayAddVersions, t)} />
        </Field>
        {KEYS.map((key) => (
          <Field
            key={key}
            label={t(`calculate.${key}`)}
            error={messages[key]}
            disabled={!editable}
            help={<FormulaWords source={typed[key]} />}
          >
            <FormulaInput scope={key} value={typed[key]} onChange={(value) => setTyped({ ...typed, [key]: value })} />
          </Field>
        ))}
        <p className="text-legend text-muted">{t('calculate.variables', { names: INPUTS.map(({ name }) => name).join(', ') })}</p>
        {messages.accept_undefined && (
          <p role="alert" className="text-table text-danger">
            {messages.accept_undefined}
          </p>
        )}
        {editable && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" icon={Save} disabled={!dirty} loading={save.isPending}>
              {t('control.save')}
            </Button>
            {stored && month !== '' && mayAddVersions && <DeleteVersion month={month} onDeleted={takeWritten} />}
          </div>
        )}
      </form>
      <TryBox expressions={typed} />
    </div>
  );
}

/** Deletes the version of a month once that was confirmed; `onDeleted` gets the one that counts there again. */
function DeleteVersion({ month, onDeleted }: { month: string; onDeleted: (answer: TotalsExpressions) => Promise<void> }) {
  const { t } = useText();
  const ask = useConfirm();
  const remove = useMutation({
    mutationFn: () => api.delete<TotalsExpressions>('totals-expressions', { query: { valid_from: month } }),
    onSuccess: onDeleted,
  });
  const askToRemove = async () => {
    const text = t('calculate.delete_version_text', { month: formatMonthKey(month) });
    if (await ask({ title: t('calculate.delete_version'), text, confirmLabel: t('control.delete'), danger: true })) remove.mutate();
  };
  return (
    <Button variant="ghost" icon={Trash2} loading={remove.isPending} onClick={() => void askToRemove()}>
      {t('calculate.delete_version')}
    </Button>
  );
}

/** The versions that are there, and the months from which a new one may count. */
function listVersions(versions: readonly TotalsExpressions[], mayAddVersions: boolean, t: ReturnType<typeof useText>['t']) {
  const known = versions.map((version) => ({
    value: monthOf(version),
    label: version.valid_from ? t('page.rule_from', { from: formatMonthKey(version.valid_from) }) : t('page.rule_always'),
  }));
  const free = listMonths().filter((month) => !versions.some((version) => monthOf(version) === month));
  const added = free.map((month) => ({ value: month, label: t('calculate.new_version', { month: formatMonthKey(month) }) }));
  return mayAddVersions ? [...known, ...added] : known;
}

/** Runs what is typed, saved or not, on example numbers. */
function TryBox({ expressions }: { expressions: Record<Key, string> }) {
  const { t, lang } = useText();
  const [values, setValues] = useState(EXAMPLE);
  const [tried, setTried] = useState<{ of: typeof expressions; answers: Record<Key, TryFormulaAnswer> } | null>(null);
  // A result is valid only for the expressions it was computed with.
  const answers: Partial<Record<Key, TryFormulaAnswer>> = tried?.of === expressions ? tried.answers : {};
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const first = await tryOut('total_point_1', expressions.total_point_1, values);
      const second = await tryOut('total_point_2', expressions.total_point_2, { ...values, total_point_1: first.value });
      return { total_point_1: first, total_point_2: second };
    },
    onSuccess: (answers) => setTried({ of: expressions, answers }),
  });
  return (
    <section className="flex flex-col gap-3 rounded border border-line bg-surface p-4">
      <h2 className="font-semibold">{t('calculate.try')}</h2>
      <div className="grid grid-cols-2 gap-3">
        {INPUTS.map(({ name, label }) => (
          <Field key={name} label={label[lang]}>
            <NumberInput value={values[name]} onChange={(value) => setValues({ ...values, [name]: value })} />
          </Field>
        ))}
      </div>
      <div>
        <Button icon={FlaskConical} loading={isPending} onClick={() => mutate()}>
          {t('calculate.try_now')}
        </Button>
      </div>
      <dl aria-live="polite" className="flex flex-col gap-1 text-table empty:hidden">
        {KEYS.filter((key) => answers[key]).map((key) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4">
            <dt>{t(`calculate.${key}`)}</dt>
            <dd className="text-right font-medium tabular-nums">{formatAnswer(answers[key]!, lang)}</dd>
            <FormulaSteps steps={answers[key]!.steps} />
          </div>
        ))}
      </dl>
    </section>
  );
}

function tryOut(scope: Key, source: string, values: Record<string, NumberValue | undefined>): Promise<TryFormulaAnswer> {
  return api.post<TryFormulaAnswer>('formulas/try', { scope, source, values });
}

import { useMutation } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { TryFormulaAnswer } from '#contracts/calls/answers/try-formula.ts';
import { FORMULA_FUNCTIONS, type FormulaScope, VARIABLES, type Variable, variablesIn } from '#contracts/calls/formula-language.ts';
import { directs } from '#contracts/entities/directs.ts';
import { api } from '../../api/client.ts';
import { useFormState } from '../../crud/form/form-field.tsx';
import { RefPicker } from '../../crud/pickers/ref-picker.tsx';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { NumberInput } from '../../ui/inputs/number-input.tsx';
import type { NumberValue } from '../../ui/inputs/number-readings.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { FormulaSteps } from '../formulas/formula-steps.tsx';
import { FormulaWords } from '../formulas/formula-words.tsx';
import { formatAnswer } from './format-answer.ts';

/** The typed values of the variables, by name. */
type Values = Record<string, NumberValue | string | undefined>;

/** A form field that holds a formula, and the scope whose variables it may use. */
export interface FormulaField {
  readonly name: string;
  readonly scope: FormulaScope;
}

interface FormulaTryProps {
  formulas: readonly FormulaField[];
}

/** Below a form with formulas: the names and functions they may use, and a box that runs what is typed on a real direct or on typed values. */
export function FormulaTry({ formulas }: FormulaTryProps) {
  return (
    <>
      <FormulaNames formulas={formulas} />
      <TryBox formulas={formulas} />
    </>
  );
}

/** Variables and functions; a press puts one where the cursor last was in a formula. */
function FormulaNames({ formulas }: FormulaTryProps) {
  const { t, lang } = useText();
  const insert = useInsert(formulas);
  const variables = variablesIn(formulas.at(-1)!.scope);
  return (
    <details className="rounded border border-line bg-surface px-4 py-3 text-table">
      <summary className="cursor-pointer font-semibold">{t('page.formula_names')}</summary>
      <p className="mt-2 text-legend text-muted">
        {t('page.formula_names_help')} {t('formulas.help')}
      </p>
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <NameList
          title={t('page.formula_variables')}
          names={variables.map(({ name, label, kind }) => ({
            name,
            inserted: name,
            meaning: kind === 'text' ? `${label[lang]} (${t('page.formula_text')})` : label[lang],
          }))}
          onInsert={insert}
        />
        <NameList
          title={t('page.formula_functions')}
          names={FORMULA_FUNCTIONS.map(({ name, usage, text: meaning }) => ({ name: usage, inserted: `${name}(`, meaning: meaning[lang] }))}
          onInsert={insert}
        />
      </div>
    </details>
  );
}

interface NameListProps {
  title: string;
  names: readonly { name: string; inserted: string; meaning: string }[];
  onInsert: (name: string) => void;
}

function NameList({ title, names, onInsert }: NameListProps) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-medium">{title}</h3>
      <ul className="max-h-80 overflow-y-auto pr-2">
        {names.map(({ name, inserted, meaning }) => (
          <li key={name} className="flex items-baseline justify-between gap-3 py-0.5">
            <button
              type="button"
              className="rounded text-left font-mono text-accent hover:underline"
              // The formula keeps the focus, and with it the place of its cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(inserted)}
            >
              {name}
            </button>
            <span className="text-right text-muted">{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Puts a name into the formula that has the focus, or into the first one, over what is selected there. */
function useInsert(formulas: readonly FormulaField[]): (name: string) => void {
  const { getValues, setValue, setFocus } = useFormContext();
  return (name) => {
    const element = document.activeElement;
    const isFormula = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
    const field = isFormula ? formulas.find((formula) => formula.name === element.name) : undefined;
    const target = field?.name ?? formulas[0]!.name;
    const value = String(getValues(target) ?? '');
    const [start, end] =
      field && isFormula ? [element.selectionStart ?? value.length, element.selectionEnd ?? value.length] : [value.length, value.length];
    setValue(target, value.slice(0, start) + name + value.slice(end), { shouldDirty: true });
    setFocus(target);
    if (field && isFormula) requestAnimationFrame(() => element.setSelectionRange(start + name.length, start + name.length));
  };
}

interface Attempt {
  /** The formulas as they were tried: the result is valid for them only. */
  sources: string;
  answers: readonly { field: FormulaField; answer: TryFormulaAnswer }[];
}

/** Runs every formula of the form as it is typed, saved or not, one after the other: a base point sees the ones before it. */
function TryBox({ formulas }: FormulaTryProps) {
  const { t, lang } = useText();
  const { contract } = useFormState();
  const { watch } = useFormContext();
  const [direct, setDirect] = useState<number | null>(null);
  const [values, setValues] = useState<Values>({});
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const sources = formulas.map(({ name }) => String(watch(name) ?? '').trim());
  const typed = sources.join('\n');
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const known = Object.fromEntries(Object.entries(values).filter(([, value]) => (value ?? '') !== ''));
      const answers = [];
      for (const [index, field] of formulas.entries()) {
        const source = sources[index]!;
        if (source === '') continue;
        const body = { scope: field.scope, source, values: known, direct_id: direct ?? undefined };
        const answer = await api.post<TryFormulaAnswer>('formulas/try', body);
        answers.push({ field, answer });
        if (field.scope.startsWith('base_point') && answer.value !== null) known[field.scope] = answer.value;
      }
      return answers;
    },
    onSuccess: (answers) => setAttempt({ sources: typed, answers }),
  });
  const answers = attempt?.sources === typed ? attempt.answers : [];
  const used = usedVariables(attempt, formulas);
  const runOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.defaultPrevented) return;
    // Enter in a form would save it.
    event.preventDefault();
    mutate();
  };
  return (
    <section
      onKeyDown={runOnEnter}
      aria-label={t('calculate.try')}
      className="flex flex-col gap-4 rounded border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('page.try_direct')} className="w-full sm:w-80">
          <RefPicker entity={directs.name} value={direct} onChange={setDirect} />
        </Field>
        <Button icon={FlaskConical} loading={isPending} disabled={typed.trim() === ''} onClick={() => mutate()}>
          {t('calculate.try_now')}
        </Button>
      </div>
      {used.length > 0 && (
        <div className="grid items-end gap-3 sm:grid-cols-3">
          {used.map(({ name, kind, label }) => (
            <Field key={name} label={`${label[lang]} · ${name}`}>
              {kind === 'number' ? (
                <NumberInput value={values[name] as NumberValue} onChange={(value) => setValues({ ...values, [name]: value })} />
              ) : (
                <TextInput value={String(values[name] ?? '')} onChange={(event) => setValues({ ...values, [name]: event.target.value })} />
              )}
            </Field>
          ))}
        </div>
      )}
      <p className="text-legend text-muted">{t('page.try_help')}</p>
      <dl aria-live="polite" className="flex flex-col gap-2 text-table empty:hidden">
        {answers.map(({ field, answer }) => (
          <div key={field.name} className="flex flex-wrap justify-between gap-x-4">
            <dt>{contract.fields[field.name]!.label[lang]}</dt>
            <dd className="text-right tabular-nums">
              {answer.substituted && (
                <span className="mr-2 text-legend text-muted">
                  <FormulaWords source={answer.substituted} /> =
                </span>
              )}
              <span className={answer.value === null ? 'text-danger' : 'font-medium'}>{formatAnswer(answer, lang)}</span>
            </dd>
            <FormulaSteps steps={answer.steps} />
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The variables of the formulas tried, except those that the formulas themselves give. */
function usedVariables(attempt: Attempt | null, formulas: readonly FormulaField[]): Variable[] {
  const names = new Set(attempt?.answers.flatMap(({ answer }) => answer.variables));
  const given = formulas.map(({ scope }) => scope as string);
  return VARIABLES.filter(({ name, origin }) => origin !== 'totals' && names.has(name) && !given.includes(name));
}

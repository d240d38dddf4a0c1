import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import type { TryFormulaAnswer } from '#contracts/calls/answers/try-formula.ts';
import type { FormulaScope } from '#contracts/calls/formula-language.ts';
import { type FormulaProblem, formulaProblemMessage } from '#contracts/calls/formula-problems.ts';
import { api } from '../../api/client.ts';
import { findTooLong, useText } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { isInputMethodKey } from '../../ui/hooks/shortcuts.ts';
import { useSettled } from '../../ui/hooks/use-delayed.ts';
import { CONTROL, useFieldProblem, useFieldProps } from '../../ui/inputs/field.tsx';
import type { Option } from '../../ui/inputs/option.ts';
import { OptionList } from '../../ui/inputs/option-list.tsx';
import { completeAt, type FormulaKind, listNames } from './completion.ts';

interface FormulaInputProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  scope: FormulaScope;
  kind?: FormulaKind;
  /** Not looked at while it is typed: a condition's list of values is no formula. */
  unchecked?: boolean;
  name?: string | undefined;
  inputRef?: ((element: HTMLTextAreaElement | null) => void) | undefined;
  rows?: number;
  maxLength?: number | undefined;
}

/**
 * A field for a formula: names are completed while one types (arrows, Enter or Tab; Esc closes, Ctrl+Space opens), what is wrong is marked where it
 * stands. An input method composes undisturbed.
 */
export function FormulaInput(props: FormulaInputProps) {
  const { value, onChange, onBlur, scope, kind = 'formula', unchecked = kind !== 'formula', name, inputRef, rows = 2, maxLength } = props;
  const { t, lang } = useText();
  const field = useFieldProps();
  const input = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const found = useFormulaProblem(scope, value, !unchecked && !field.disabled);
  const completion = useCompletion(input, value, onChange, listNames(scope, kind, lang));
  const { rows: options, active } = completion;
  // A name that is being completed is not wrong yet.
  const problem = options.length > 0 && found?.code === 'unknown_name' ? undefined : found;
  const tooLong = findTooLong(value, maxLength);
  useFieldProblem(tooLong ?? (problem && formulaProblemMessage(problem, lang)));
  return (
    <div className="relative">
      <Marks marks={marks} value={value} problem={problem} />
      <textarea
        ref={(element) => {
          input.current = element;
          inputRef?.(element);
        }}
        name={name}
        rows={rows}
        value={value}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={options.length > 0 ? completion.listId : undefined}
        aria-activedescendant={options.length > 0 ? completion.optionId(active) : undefined}
        {...field}
        className={cx(CONTROL, TEXT, 'relative h-auto resize-y bg-transparent! disabled:bg-sunken!')}
        onChange={({ target, nativeEvent }) => {
          onChange(target.value);
          completion.search(target, (nativeEvent as InputEvent).isComposing);
        }}
        onCompositionEnd={({ currentTarget }) => completion.search(currentTarget, false)}
        onKeyDown={completion.onKeyDown}
        onScroll={({ currentTarget }) => marks.current?.scrollTo(0, currentTarget.scrollTop)}
        onBlur={() => {
          completion.close();
          onBlur?.();
        }}
      />
      <span role="status" className="sr-only">
        {options.length > 0 && t('formulas.names_found', { n: options.length, name: String(options[active]?.label ?? '') })}
      </span>
      {options.length > 0 && (
        <OptionList
          id={completion.listId}
          label={t('formulas.names')}
          labelledBy={undefined}
          anchor={input}
          rows={options}
          active={active}
          isChosen={() => false}
          optionId={completion.optionId}
          onChoose={completion.choose}
          onWalk={completion.walk}
          state={undefined}
          emptyText=""
        />
      )}
    </div>
  );
}

/** Both layers break their lines alike. */
const TEXT = 'min-h-8 px-2.5 py-1.5 font-mono text-table leading-5 break-words whitespace-pre-wrap';

/** The same text behind the field, invisible but for a line under what is wrong. */
function Marks({ marks, value, problem }: { marks: RefObject<HTMLDivElement | null>; value: string; problem: FormulaProblem | undefined }) {
  const start = Math.min(problem?.position ?? 0, value.length);
  const wrong = value.slice(start, start + Math.max(1, problem?.name?.length ?? 1)) || ' ';
  return (
    <div
      ref={marks}
      aria-hidden
      className={cx('absolute inset-0 overflow-hidden rounded border border-transparent bg-surface text-transparent', TEXT)}
    >
      {problem && (
        <>
          {value.slice(0, start)}
          <mark className="rounded-sm bg-danger-soft text-transparent underline decoration-danger decoration-wavy underline-offset-2">
            {wrong}
          </mark>
          {value.slice(start + wrong.length)}
        </>
      )}
    </div>
  );
}

/** The names that fit the word at the cursor, and the keys that walk them; they never take what an input method is composing. */
function useCompletion(
  input: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (value: string) => void,
  names: readonly Option[],
) {
  const id = useId();
  const [rows, setRows] = useState<readonly Option[]>([]);
  const [active, walk] = useState(0);
  const close = () => setRows([]);
  const show = (found: readonly Option[]) => {
    setRows(found);
    walk(0);
  };
  const search = (target: HTMLTextAreaElement, isComposing: boolean) => {
    const { word, found = [] } = (!isComposing && completeAt(names, target.value, target.selectionStart)) || {};
    // A name that is there already is not offered once more.
    show(found.length === 1 && found[0]!.value === word?.text ? [] : found);
  };
  const choose = ({ value: chosen }: Option) => {
    const element = input.current!;
    const cursor = element.selectionStart;
    const { start, end } = completeAt(names, value, cursor)?.word ?? { start: cursor, end: cursor };
    const rest = value.slice(end);
    const inserted = String(chosen).endsWith('(') && rest.startsWith('(') ? String(chosen).slice(0, -1) : String(chosen);
    onChange(value.slice(0, start) + inserted + rest);
    close();
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(start + inserted.length, start + inserted.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isInputMethodKey(event.nativeEvent)) return;
    if (event.ctrlKey && event.key === ' ') {
      event.preventDefault();
      return show(completeAt(names, value, event.currentTarget.selectionStart)?.found ?? names);
    }
    if (rows.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = rows.length - 1;
    if (event.key === 'ArrowDown') walk(active === last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') walk(active === 0 ? last : active - 1);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) choose(rows[active]!);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else return void (/^(Arrow|Home|End|Page)/.test(event.key) && close());
    event.preventDefault();
  };
  return {
    rows,
    active: Math.min(active, rows.length - 1),
    walk,
    search,
    choose,
    close,
    onKeyDown,
    listId: `${id}-list`,
    optionId: (at: number) => `${id}-${at}`,
  };
}

/** After the last key. */
const TYPING_PAUSE_MS = 250;

/** What the server finds wrong with a formula as it is typed; undefined while that is not known yet, and where nothing is. */
function useFormulaProblem(scope: FormulaScope, source: string, isOn: boolean): FormulaProblem | undefined {
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

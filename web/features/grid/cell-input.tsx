import { type ChangeEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../../api/client.ts';
import { isInputMethodKey } from '../../ui/hooks/shortcuts.ts';
import { isUnreadNumber, NumberReadings } from '../../ui/inputs/number-readings.tsx';
import type { CellValue } from './cell-value.ts';
import { type EditedField, isChoice } from './columns.ts';
import { useGrid } from './grid-state.ts';

interface CellInputProps {
  row: Row;
  edited: EditedField;
  value: CellValue;
  label: string;
  problem: string | undefined;
}

/**
 * The cell that has the focus, with all of its text selected: what is typed takes its place, also through an input method, as the input is there
 * before the first key.
 */
export function CellInput(props: CellInputProps) {
  if (isChoice(props.edited)) return <ChoiceInput {...props} />;
  return <TypedInput {...props} Tag={props.edited.field.multiline ? 'textarea' : 'input'} />;
}

/** Puts the focus into a cell or its input, with all text selected. */
export function focusField(element: HTMLElement | HTMLSelectElement): void {
  element.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
}

/** Takes the focus where somebody moved to the cell. */
function useFocusOnArrival<E extends HTMLElement | HTMLSelectElement>() {
  const grid = useGrid();
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    if (!grid.takeFocus()) return;
    if (element.current) focusField(element.current);
    element.current?.closest('td')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [grid]);
  return element;
}

function TypedInput({ row, edited, value, label, problem, Tag }: CellInputProps & { Tag: 'input' | 'textarea' }) {
  const grid = useGrid();
  const session = useId();
  const element = useFocusOnArrival<HTMLInputElement & HTMLTextAreaElement>();
  const [typed, setTyped] = useState<{ text: string; value: CellValue } | null>(null);
  // Another value than the one typed here came from Ctrl+Z or a fill.
  const isMine = typed !== null && JSON.stringify(typed.value) === JSON.stringify(value);
  useEffect(() => {
    if (typed && !isMine) element.current?.select();
  }, [typed, isMine, element]);
  const put = (next: CellValue) => grid.put(row, edited.name, next, session);
  const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    grid.setTyping(true);
    const next = edited.read(target.value);
    setTyped({ text: target.value, value: next });
    put(next);
  };
  const choose = (number: number) => {
    grid.setTyping(false);
    put(number);
    if (element.current) focusField(element.current);
  };
  const readings = isUnreadNumber(value) ? value.readings : [];
  return (
    <>
      <Tag
        ref={element}
        className="grid-input"
        {...(Tag === 'textarea' ? { rows: 1 } : { type: 'text', autoComplete: 'off' })}
        data-align={edited.field.kind === 'integer' || edited.field.kind === 'decimal' ? 'right' : undefined}
        inputMode={edited.field.kind === 'decimal' || edited.field.kind === 'integer' ? 'decimal' : undefined}
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-description={problem}
        value={isMine ? typed.text : edited.write(value)}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !grid.isTyping() || isInputMethodKey(event.nativeEvent)) return;
          event.preventDefault();
          setTyped(null);
          grid.setTyping(false);
          grid.mode.store.revert(session);
          event.currentTarget.select();
        }}
      />
      {readings.length > 0 && <NumberReadings anchor={element} typed={edited.write(value)} readings={readings} onChoose={choose} />}
    </>
  );
}

/** A choice by its first letters; Alt with an arrow or F2 opens the list. */
function ChoiceInput({ row, edited, value, label, problem }: CellInputProps) {
  const grid = useGrid();
  const session = useId();
  const element = useFocusOnArrival<HTMLSelectElement>();
  const typed = isUnreadNumber(value) ? value.typed : undefined;
  const chosen = typed === undefined ? String(value ?? '') : UNREAD;
  const isKnown = chosen === '' || chosen === UNREAD || edited.choices.some((choice) => String(choice.value) === chosen);
  return (
    <select
      ref={element}
      className="grid-input"
      aria-label={label}
      aria-invalid={problem !== undefined || undefined}
      aria-description={problem}
      value={chosen}
      onChange={({ target }) => {
        const choice = edited.choices.find((one) => String(one.value) === target.value);
        grid.put(row, edited.name, choice?.value ?? null, session);
      }}
    >
      {(!edited.field.required || chosen === '') && <option value="">—</option>}
      {typed !== undefined && <option value={UNREAD}>{typed}</option>}
      {!isKnown && <option value={chosen}>{edited.write(value)}</option>}
      {edited.choices.map((choice) => (
        <option key={choice.value} value={String(choice.value)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

/** Stands for a text that is none of the choices. */
const UNREAD = '\u0000';

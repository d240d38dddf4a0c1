import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fold } from '#text/fold.ts';
import { useText } from '../../i18n/index.ts';
import { useAfterPaint } from '../hooks/after-paint.ts';
import { trackInput, useHeldInput } from '../hooks/pending-inputs.ts';
import { useFieldLabelId, useFieldProblem, useFieldProps } from './field.tsx';
import { filterOptions, type Option } from './option.ts';
import { OptionList } from './option-list.tsx';
import { useListbox } from './use-listbox.ts';

const SEARCH_DELAY_MS = 500;
const CREATE = '\u0000create';

export interface OptionSource {
  options: readonly Option[];
  /**
   * For owners that search on a server: called with nothing typed when somebody comes to the field, 500 ms after the last key, and at once when the
   * search is emptied. Without it the given options are filtered here.
   */
  onSearch?: ((search: string) => void) | undefined;
  state?: 'loading' | 'failed' | undefined;
  /** Said where there is nothing to choose from, whatever one types. */
  emptyText?: string | undefined;
  /**
   * Creates a record named as typed; offered where no option has that name or code, or there is none at all. What is typed stays until
   * `onCreated` is called, so that giving up loses nothing.
   */
  onCreate?: ((typed: string, onCreated: () => void) => void) | undefined;
}

/** Props of a combobox field, with one choice or several. */
export interface ComboboxField extends OptionSource {
  placeholder?: string;
  id?: string;
  disabled?: boolean;
  onBlur?: () => void;
  'aria-label'?: string;
}

interface ComboboxOptions
  extends Pick<ComboboxField, 'options' | 'onSearch' | 'state' | 'emptyText' | 'onCreate' | 'id' | 'disabled' | 'aria-label'> {
  /** First option, shown while nothing is typed. */
  first?: Option | null;
  /** The option the arrow keys start from. */
  current?: Option | null;
  isChosen: (option: Option) => boolean;
  onChoose: (option: Option) => void;
  /** The field is left with nothing typed, or Esc pressed: what is typed and no choice goes. */
  onLeave: () => void;
  multiple?: boolean;
  /** Forms wait until what was typed is chosen or cleared; a filter stops no form. */
  holdsForms?: boolean;
}

/**
 * A text field over a list of options: what is searched, the field's and the input's attributes, and the list to draw inside `frame`. What was typed and
 * not chosen stays when the field is left, and the field says so until something else is typed or chosen.
 */
export function useCombobox({
  first,
  current = null,
  isChosen,
  onChoose,
  onLeave,
  multiple = false,
  holdsForms = true,
  ...owner
}: ComboboxOptions) {
  const { t } = useText();
  const field = useFieldProps({ id: owner.id, disabled: owner.disabled });
  const labelId = useFieldLabelId();
  const frame = useRef<HTMLDivElement>(null);
  const { search, setSearch, askNow, shown, state } = useOptions(owner);
  const typed = search.trim();
  const isTyped = ({ label, hint = '' }: Option) => [label, hint].some((name) => fold(name) === fold(typed));
  const isNew = owner.onCreate && state === undefined && (typed === '' ? shown.length === 0 : !shown.some(isTyped));
  const creation = {
    value: CREATE,
    label: t(typed === '' ? 'control.create' : 'control.create_typed', { typed }),
    isAction: true,
  } as const;
  const rows = [...(first && search === '' ? [first] : []), ...shown, ...(isNew ? [creation] : [])];
  const stale = search !== '' && state === 'loading';
  const [hasLeft, setLeft] = useState(false);
  // The focus is in the form that creates a record, and comes back.
  const isCreating = useRef(false);
  const isLeftOver = hasLeft && typed !== '';
  const isUnknown = state === undefined && shown.length === 0;
  const problem = isUnknown ? (isNew ? 'control.no_such_or_create' : 'control.no_such') : 'control.not_chosen';
  useFieldProblem(isLeftOver ? t(problem, { typed }) : typed === '' ? undefined : '');
  useHeldInput(isLeftOver && holdsForms);
  const leave = () => {
    setLeft(!isCreating.current);
    list.setOpen(false);
    if (search.trim() === '') onLeave();
  };
  const later = useChooseLater(!stale, () => {
    const match = search === '' ? undefined : shown[0];
    if (match) onChoose(match);
    else if (frame.current?.contains(document.activeElement)) setLeft(true);
    else leave();
    return match !== undefined;
  });
  const chooseLater = () => {
    later.begin();
    askNow();
  };
  const onEscape = () => {
    later.giveUp();
    onLeave();
  };
  const takeRow = (row: Option) => {
    if (!row.isAction) return onChoose(row);
    isCreating.current = true;
    list.setOpen(false);
    owner.onCreate?.(typed, onLeave);
  };
  const list = useListbox({ rows, onChoose: takeRow, current, searching: search !== '', stale, onChooseLater: chooseLater, onEscape });
  const label = owner['aria-label'];
  // Names in rare characters take a while to lay out: the field answers the press that opens it, its list comes a frame later.
  const hasPanel = useAfterPaint(list.open && !field.disabled, false);
  const panel: ReactNode = hasPanel && (
    <OptionList
      id={list.listId}
      label={label}
      labelledBy={label ? undefined : labelId}
      anchor={frame}
      rows={rows}
      active={list.active}
      isChosen={isChosen}
      optionId={list.optionId}
      onChoose={takeRow}
      onWalk={list.walk}
      state={state}
      emptyText={(search === '' && owner.emptyText) || t('control.no_match')}
      multiple={multiple}
    />
  );
  const prepare = () => search === '' && owner.onSearch?.('');
  return {
    frameProps: {
      ref: frame,
      onPointerEnter: prepare,
      onFocus: () => {
        isCreating.current = false;
        prepare();
      },
    },
    field: { ...field, 'aria-label': label, 'aria-invalid': field['aria-invalid'] ?? (isLeftOver || undefined) },
    inputProps: list.inputProps,
    panel,
    search,
    setSearch,
    leaveField: () => (later.isAwaited ? list.setOpen(false) : leave()),
    type: (text: string) => {
      later.giveUp();
      setLeft(false);
      setSearch(text);
      list.setOpen(true);
    },
    close: () => {
      setSearch('');
      list.setOpen(false);
    },
  };
}

/** The options to show for what is typed, and whether an answer is still awaited or did not come. */
function useOptions({ options, onSearch, state }: OptionSource) {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState('');
  const askNow = useCallback(() => {
    setAsked(search);
    onSearch?.(search);
  }, [search, onSearch]);

  useEffect(() => {
    if (!onSearch || search === asked) return;
    const timer = setTimeout(askNow, search === '' ? 0 : SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [search, asked, onSearch, askNow]);

  const shown = useMemo(() => (onSearch ? [...options] : filterOptions(options, search)), [options, onSearch, search]);
  return { search, setSearch, askNow, shown, state: onSearch && search !== asked ? ('loading' as const) : state };
}

/** Has `choose` called once the matches of what is typed are known, also when the field was left by then; answers whether there was one. */
function useChooseLater(isKnown: boolean, choose: () => boolean) {
  const [isAwaited, setAwaited] = useState(false);
  const settle = useRef<(found: boolean) => void>(undefined);
  const end = (found: boolean) => {
    setAwaited(false);
    settle.current?.(found);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they are known.
  useEffect(() => {
    if (isAwaited && isKnown) end(choose());
  }, [isAwaited, isKnown]);
  useEffect(() => () => settle.current?.(true), []);
  return {
    isAwaited,
    begin: () => {
      if (isAwaited) return;
      setAwaited(true);
      trackInput(new Promise((resolve) => (settle.current = resolve)));
    },
    giveUp: () => isAwaited && end(false),
  };
}

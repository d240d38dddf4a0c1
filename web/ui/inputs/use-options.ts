import { useEffect, useMemo, useState } from 'react';
import { matching, type Option } from './option.ts';

const DEBOUNCE_MS = 500;

export interface OptionSource {
  options: readonly Option[];
  /**
   * Given: the owner searches (on a server), told 500 ms after the last key, at once when the search is emptied. Absent: the given options are
   * searched here.
   */
  onSearch?: ((search: string) => void) | undefined;
  loading?: boolean | undefined;
}

/** The options to show for what is typed, and whether an answer is still awaited. */
export function useOptions({ options, onSearch, loading = false }: OptionSource) {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState('');

  useEffect(() => {
    if (!onSearch || search === asked) return;
    const timer = setTimeout(
      () => {
        setAsked(search);
        onSearch(search);
      },
      search === '' ? 0 : DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [search, asked, onSearch]);

  const shown = useMemo(() => (onSearch ? [...options] : matching(options, search)), [options, onSearch, search]);
  return { search, setSearch, shown, waiting: loading || (onSearch !== undefined && search !== asked) };
}

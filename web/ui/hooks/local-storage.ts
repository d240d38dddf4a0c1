import { useCallback, useState } from 'react';

/** A person's choice, kept in this browser; `fallback` when there is none or storage is blocked. */
export function useLocalStorage<T>(key: string, fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readLocalStorage(key, fallback));
  const keep = useCallback(
    (next: T) => {
      setValue(next);
      writeLocalStorage(key, next);
    },
    [key],
  );
  return [value, keep];
}

export function readLocalStorage<T>(key: string, fallback: T): T {
  try {
    const kept = localStorage.getItem(`tensu.${key}`);
    return kept === null ? fallback : (JSON.parse(kept) as T);
  } catch {
    return fallback;
  }
}

export function writeLocalStorage(key: string, value: unknown): void {
  try {
    localStorage.setItem(`tensu.${key}`, JSON.stringify(value));
  } catch {
    // Storage may be full or blocked: the choice then lasts until the page is left.
  }
}

import type { formulas as vi } from './vi.ts';

export const formulas: typeof vi = {
  names: 'Variables and functions for what is typed',
  names_found: '{n} {n|name fits|names fit}, {name} is marked. Enter inserts it, Esc closes',
  words: 'Reads as:',
  steps: 'Step by step',
  help: 'Type some letters of a name or of its meaning to choose a variable; Ctrl+Space opens the whole list.',
};

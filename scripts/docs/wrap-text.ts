const MAX_WIDTH = 160;

/** A paragraph, or an item of a list, in lines of at most 160 characters. */
export function wrapText(line: string): string {
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1)!;
    const longer = last === '' && lines.length === 1 ? word : `${last} ${word}`;
    if (longer.length <= MAX_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

/**
 * Names cut to a width, no two of them alike: a name that is too long keeps its beginning, and where several would then read the same also the end
 * that tells them apart ('Phòng…kết cấu'). `measure` gives a text's width, in the unit of `width`.
 */
export function shortenNames(names: readonly string[], width: number, measure: (text: string) => number): string[] {
  const cut = names.map((name) => (measure(name) <= width ? name : cutToWidth(name, '', width, measure)));
  return cut.map((short, index) => {
    const name = names[index]!;
    const alike = names.filter((other, at) => other !== name && cut[at] === short);
    return alike.length === 0 || short === name ? short : cutToWidth(name, distinctEnd(name, alike), width, measure);
  });
}

/** As much of the beginning as fits before '…' and the end; at least one character. */
function cutToWidth(name: string, end: string, width: number, measure: (text: string) => number): string {
  let length = name.length - end.length;
  const build = () => `${name.slice(0, length).trimEnd()}…${end}`;
  while (length > 1 && measure(build()) > width) length--;
  return build();
}

/** The words from the first one in which a name differs from others. */
function distinctEnd(name: string, others: readonly string[]): string {
  const words = name.split(' ');
  const common = Math.min(...others.map((other) => commonWords(words, other.split(' '))));
  return words.slice(Math.min(common, words.length - 1)).join(' ');
}

function commonWords(words: readonly string[], others: readonly string[]): number {
  const first = words.findIndex((word, index) => word !== others[index]);
  return first === -1 ? words.length : first;
}

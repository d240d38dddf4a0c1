/** What a text may hold: one line, several lines, or HTML, whose spaces are markup. */
export type TextShape = 'line' | 'lines' | 'html';

/**
 * A text as it is stored, whoever sends it: screen, API, file or source. Composed letters (NFC), plain spaces, no character that nobody sees,
 * and Đ for its look-alikes Ð and Ɖ; other signs that read alike stay as typed and are one where texts are compared. Runs of spaces in a line are one space.
 */
export function cleanText(text: string, shape: TextShape = 'line'): string {
  if (PLAIN.test(text)) return text;
  let clean = text.replace(INVISIBLE, '').replace(D_WITH_STROKE, (letter) => (letter === 'Ð' || letter === 'Ɖ' ? 'Đ' : 'đ'));
  clean = clean.replace(COMPOSABLE, (part) => part.normalize('NFC')).replace(LINE_ENDS, '\n');
  if (shape === 'html') return clean;
  clean = clean.replace(ODD_SPACES, ' ');
  return shape === 'line' ? clean.replace(/[ \n\t]+/g, ' ') : clean;
}

/** Codes and days: no form of them takes a letter apart. */
export const isAscii = (text: string): boolean => ASCII.test(text);
const ASCII = /^[ -~]*$/;

/**
 * Texts of signs that stay as they are, without two spaces in a row: printable ASCII, composed Latin letters with those of Vietnamese, kana and the
 * common ideographs. Most codes and names of a file are such.
 */
const PLAIN =
  /^(?:[!-~\u00c0-\u00cf\u00d1-\u00ef\u00f1-\u0148\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]| (?! ))*$/;

/**
 * Controls but tab and line ends, what Unicode says is not shown (soft hyphens, zero-width characters, marks of writing direction, tags), and what
 * is no character. A joiner behind a pictograph stays, since it makes one sign of several; so does a selector behind what it chooses a form of: a pictograph,
 * a Japanese character or punctuation.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufff9-\ufffb]|\p{Noncharacter_Code_Point}|(?![\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}|(?<![\p{Script=Han}\p{Extended_Pictographic}\u3000-\u303f\uff01-\uff60])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?<!\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d/gu;
const D_WITH_STROKE = /[\u00d0\u00f0\u0189\u0256]/g;
/** All but the ideographs that NFC replaces by others: 神 with an old radical is part of a name. */
const COMPOSABLE = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** The ideographic space is none of them: it is seen, and part of Japanese names. */
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800]/g;

import { isAscii } from './clean-text.ts';

/**
 * A text in which signs that read alike are one: hyphens and dashes are `-`, tildes and wave dashes `~`, quotes and middle dots each one sign, full and
 * half width the plain one, radicals and compatibility ideographs the ideograph, marks composed, ㈱ (株). Other signs that Unicode calls compatible stay: a
 * code of ② or ² is not one of 2. Folding again changes nothing.
 */
export function foldLookalikes(text: string): string {
  if (isAscii(text)) return text;
  return text
    .replace(WIDE, (signs) => signs.normalize('NFKC'))
    .normalize('NFC')
    .replace(ODD_SIGNS, (sign) => SIGN_OF.get(sign)!)
    .normalize('NFC')
    .replace(LONG_DASH, (signs) => '-'.repeat(signs.length));
}

/** Spaces, Kangxi radicals, marks of companies, presentation forms of signs, full and half width. */
const WIDE =
  /[\u2000-\u200a\u202f\u205f\u3000\u00a0\u2f00-\u2fd5\u3220-\u3243\ufe31\ufe32\ufe50-\ufe6f\uff01-\uffdc\uffe0-\uffe2\uffe4-\uffee]+/g;

/** Groups of signs that read alike; the last one of a group stands for all. */
const ALIKE = ['‐‑‒–—―−⁃─━˗➖-', '〜∼∾˜⁓~', "‘’‛ʼʹ′´'", '“”‟″ʺ"', '·•∙⋅‧・', '⁄∕/', '‖∥', '゛\u3099', '゜\u309a'];

/** Each radical of the supplement before its ideograph, as Unicode lists them (EquivalentUnifiedIdeograph). */
const RADICALS =
  '⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇𠘨⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺑𡯂⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺪𤴔⺫目⺬示⺭礻' +
  '⺮𥫗⺯糹⺰纟⺱罓⺲罒⺳㓁⺴冗⺵𦉫⺶羊⺷𦍌⺸𦍋⺹耂⺺肀⺻聿⺼肉⺽𦥑⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇𧢲⻈讠⻉贝⻊𧾷⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻕𨸏⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞' +
  '⻝食⻞𩙿⻟飠⻠饣⻡𩠐⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟';

const SIGN_OF = new Map([
  ...ALIKE.flatMap((signs) => [...signs].slice(0, -1).map((sign) => [sign, signs.slice(-1)] as const)),
  ...[...RADICALS].flatMap((sign, index, all) => (index % 2 === 0 ? [[sign, all[index + 1]!] as const] : [])),
]);
const ODD_SIGNS = new RegExp(`[${[...SIGN_OF.keys()].join('')}]`, 'gu');

/** ー behind kana is a letter; behind any other sign it is the dash that a Japanese keyboard gives for a hyphen. */
const LONG_DASH = /(?<=[^\p{Script=Hiragana}\p{Script=Katakana}\u3099\u309aー])ー+/gu;

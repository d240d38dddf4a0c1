import { toAttribute } from '../read/cell-text.ts';
import { MAIN_NAMESPACE, XML_DECLARATION } from '../read/open-xml.ts';

export interface CellStyle {
  /** An Excel format code such as `0.00` or `yyyy/mm/dd`; General without one. */
  format?: string;
  bold?: boolean;
  /** Keeps the text a text when someone edits the cell in Excel and presses Enter. */
  quotePrefix?: boolean;
}

/** `@`: the format of a text cell, built into Excel. */
export const TEXT_FORMAT = '@';
const TEXT_FORMAT_ID = 49;
const FIRST_CUSTOM_FORMAT_ID = 164;

/** Returns the number of a style for a cell's `s` attribute, and writes `xl/styles.xml` with the styles asked for. */
export class StyleSheet {
  #ids = new Map<string, number>([['', 0]]);
  #formats = new Map<string, number>([[TEXT_FORMAT, TEXT_FORMAT_ID]]);
  #cellFormats = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'];

  idOf(style: CellStyle): number {
    const key = `${style.format ?? ''}${style.bold ? '\u0001bold' : ''}${style.quotePrefix ? '\u0001quote' : ''}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#cellFormats.length;
    const format = style.format === undefined ? 0 : this.#formatId(style.format);
    this.#cellFormats.push(
      `<xf numFmtId="${format}" fontId="${style.bold ? 1 : 0}" fillId="0" borderId="0" xfId="0"` +
        `${format ? ' applyNumberFormat="1"' : ''}${style.bold ? ' applyFont="1"' : ''}${style.quotePrefix ? ' quotePrefix="1"' : ''}/>`,
    );
    this.#ids.set(key, id);
    return id;
  }

  toXml(): string {
    const custom = [...this.#formats].filter(([, id]) => id >= FIRST_CUSTOM_FORMAT_ID);
    const formats = custom.map(([code, id]) => `<numFmt numFmtId="${id}" formatCode="${toAttribute(code)}"/>`).join('');
    const font = (bold: boolean) => `<font>${bold ? '<b/>' : ''}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
    return (
      `${XML_DECLARATION}<styleSheet xmlns="${MAIN_NAMESPACE}">` +
      (custom.length ? `<numFmts count="${custom.length}">${formats}</numFmts>` : '') +
      `<fonts count="2">${font(false)}${font(true)}</fonts>` +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${this.#cellFormats.length}">${this.#cellFormats.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }

  #formatId(code: string): number {
    const known = this.#formats.get(code);
    if (known !== undefined) return known;
    const id = FIRST_CUSTOM_FORMAT_ID + this.#formats.size - 1;
    this.#formats.set(code, id);
    return id;
  }
}

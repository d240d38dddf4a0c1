/**
 * Gathers the plain text of a rich text (`<si>` or `<is>`): the `<t>` of its runs, without the phonetic guides (`<rPh>`, the
 * furigana of Japanese names), which are not part of the value.
 */
export class TextRuns {
  #text = '';
  #inText = false;
  #phonetic = 0;

  start(): void {
    this.#text = '';
    this.#inText = false;
    this.#phonetic = 0;
  }

  open(local: string): void {
    if (local === 't') this.#inText = true;
    else if (local === 'rPh') this.#phonetic++;
  }

  text(text: string): void {
    if (this.#inText && this.#phonetic === 0) this.#text += text;
  }

  close(local: string): void {
    if (local === 't') this.#inText = false;
    else if (local === 'rPh') this.#phonetic--;
  }

  take(): string {
    return this.#text;
  }
}

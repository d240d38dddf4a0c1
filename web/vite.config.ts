import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const API = process.env.API_URL ?? 'http://localhost:8788';

export default defineConfig({
  root: import.meta.dirname,
  // Ids that the providers publish on their own login pages: no secrets.
  define: Object.fromEntries(
    ['GOOGLE_CLIENT_ID', 'FACEBOOK_APP_ID'].map((name) => [`import.meta.env.${name}`, JSON.stringify(process.env[name] ?? '')]),
  ),
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutInlineStyle(),
    placesAsValue(),
    ownIcons(),
    appName(),
    appVersion(),
    stagingBanner(),
    fontLicences(),
    compiledAhead(),
  ],
  // Not all of /api: in development the sources of web/api are served there.
  server: { proxy: { '/api/v1': { target: API, changeOrigin: false } } },
  // Prebundled, it would pass by the plugin above.
  optimizeDeps: { exclude: ['sonner'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // Inlined data: URLs would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The notices that licences of what is shipped ask for.
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      output: { codeSplitting: { groups: [firstLoad('vendor', 7), firstLoad('frame', 6), ...sharedByPages()] } },
    },
  },
});

const importsByEntry = new Map<string, Set<string>>();

/** What a file of the app brings along by static imports, itself included; read once. */
function staticImportsOf(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const known = importsByEntry.get(entry);
  if (known) return known;
  const found = new Set<string>([`${import.meta.dirname}/${entry}`]);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  importsByEntry.set(entry, found);
  return found;
}

/**
 * Two files for what every page needs, instead of one per set of pages that share it: the libraries, which a deploy of the app leaves in the
 * browser's cache, and the app's own frame. Icons come along with who uses them; everything else is split by page.
 */
function firstLoad(name: 'vendor' | 'frame', priority: number): Rolldown.CodeSplittingGroup {
  return {
    debugName: name,
    priority,
    name: (id, context) => {
      if (!staticImportsOf('main.tsx', context).has(id) || id.includes('/lucide-react/')) return null;
      return id.includes('/node_modules/') === (name === 'vendor') ? name : null;
    },
  };
}

const LOGIN = 'features/auth/login.tsx';
const DASHBOARD = 'features/dashboard/page.tsx';
const LIST = 'crud/list/list-page.tsx';
const FORM = 'crud/form/form-page.tsx';

/**
 * One file for what lists share and one for what forms do: split by the set of pages that share each part they are fifty, and every file costs
 * the browser time before the first row. What the first pages have of it is apart, so that they bring nothing else along;
 * single inputs, which lists have as filters, go with the lists. The icons that lists and forms have in common come before the forms: for one of them a
 * list would bring all forms along.
 */
function sharedByPages(): Rolldown.CodeSplittingGroup[] {
  return [
    shared('fields', 5, (isIn) => isIn(LOGIN)),
    shared('figures', 4, (isIn) => isIn(DASHBOARD)),
    shared('lists', 3, (isIn, id) => isIn(LIST) || (isIn(FORM) && /\/web\/(ui|layout|crud\/pickers)\/|\/contracts\/rules\.ts$/.test(id))),
    { name: 'icons', test: /\/lucide-react\//, priority: 2, minShareCount: 2 },
    shared('forms', 1, (isIn) => isIn(FORM)),
  ];
}

/** What pages share of the modules that are taken, but for those of the first load. */
function shared(
  name: string,
  priority: number,
  takes: (isIn: (page: string) => boolean, id: string) => boolean,
): Rolldown.CodeSplittingGroup {
  return {
    debugName: name,
    priority,
    minShareCount: 2,
    name: (id, context) => {
      const isIn = (page: string) => staticImportsOf(page, context).has(id);
      return !isIn('main.tsx') && takes(isIn, id) ? name : null;
    },
  };
}

/** Ships the value of `web/api/places.ts` instead of its code: what it is derived from would treble the frame. */
function placesAsValue(): Plugin {
  const file = `${import.meta.dirname}/api/places.ts`;
  return {
    name: 'places-as-value',
    enforce: 'pre',
    load: {
      filter: { id: /\/api\/places\.ts$/ },
      async handler() {
        const { PLACES } = (await import(pathToFileURL(file).href)) as { PLACES: unknown };
        return { code: `export const PLACES = ${JSON.stringify(PLACES)};`, map: null, moduleType: 'js' };
      },
    },
  };
}

/**
 * Tells public/start.js the name of the app's own first file, which is another one with each build. The browser only fetches and compiles the first
 * files meanwhile: start.js runs them.
 */
function appName(): Plugin {
  return {
    name: 'app-name',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [, file] = /src="\/assets\/(frame-[^"]+)"/.exec(html) ?? [];
        if (!file) throw new Error('index.html no longer loads a file named frame');
        return html
          .replaceAll(
            /<script type="module" crossorigin src="([^"]+)"><\/script>/g,
            '<link rel="modulepreload" crossorigin data-first href="$1">',
          )
          .replace('src="/start.js"', `$& data-app="${file}"`);
      },
    },
  };
}

/** The notices of the fonts, which no script imports. */
function fontLicences(): Plugin {
  const packages = ['inter', 'noto-sans-jp'];
  return {
    name: 'font-licences',
    apply: 'build',
    buildStart() {
      const texts = packages.map((name) =>
        readFileSync(`${import.meta.dirname}/../node_modules/@fontsource-variable/${name}/LICENSE`, 'utf8'),
      );
      this.emitFile({ type: 'asset', fileName: 'licenses-fonts.txt', source: texts.join('\n\n') });
    },
  };
}

/** Writes into the page which version it is of: what a deployment asks the site for at its end. */
function appVersion(): Plugin {
  const content = process.env.APP_VERSION ?? 'dev';
  return {
    name: 'app-version',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'version', content }, injectTo: 'head' }],
  };
}

/** A rehearsal says so on every page, before the app is there and in both languages. */
function stagingBanner(): Plugin {
  const children =
    'Bản chạy thử (staging): không phải số liệu thật, không ai nhận được thư. · Rehearsal: no real figures, nobody gets mail.';
  return {
    name: 'staging-banner',
    transformIndexHtml: () =>
      process.env.STAGING ? [{ tag: 'p', attrs: { role: 'note', class: 'staging-banner' }, children, injectTo: 'body-prepend' }] : [],
  };
}

/**
 * Marks the files most of which runs before the first rows are seen. Chromium (136 and later) compiles them whole beside the page's own thread while
 * they come in; else each function waits for its first call and is compiled in between. Four times slowed, the overview's largest paint comes
 * after 960 instead of 1,090 ms, a list of 100 rows after 990 instead of 1,080; without a second processor nothing is won or lost.
 */
function compiledAhead(): Plugin {
  const names = ['vendor', 'frame', 'fields', 'figures', 'lists'];
  return {
    name: 'compiled-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const name of names) {
          const file = Object.values(bundle).find((made) => made.type === 'chunk' && made.name === name);
          if (file?.type !== 'chunk') throw new Error(`No file named ${name} is made any more`);
          // It counts in the first line only.
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

/** Makes the icons of lucide-react with `web/ui/create-icon.ts` instead of its own two components for each. */
function ownIcons(): Plugin {
  const file = JSON.stringify(`${import.meta.dirname}/ui/create-icon.ts`);
  let isUsed = false;
  return {
    name: 'own-icons',
    apply: 'build',
    enforce: 'pre',
    buildEnd() {
      if (!isUsed) this.error('lucide-react no longer makes its icons in createLucideIcon.mjs');
    },
    load: {
      filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler: () => {
        isUsed = true;
        return { code: `export { createIcon as default } from ${file};`, map: null, moduleType: 'js' };
      },
    },
  };
}

/** sonner writes a <style> element when it loads, which a strict policy refuses; its stylesheet is imported as a file instead. */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    enforce: 'pre',
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs/ },
      handler(code) {
        const stripped = code.replace(/^__insertCSS\(.*\);?$/m, '');
        if (stripped === code) this.error('sonner no longer injects its style the known way');
        return { code: stripped, map: null };
      },
    },
  };
}

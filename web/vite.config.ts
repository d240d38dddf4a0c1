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
  plugins: [react(), tailwindcss(), sonnerWithoutInlineStyle(), placesAsValue()],
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
    rolldownOptions: { output: { codeSplitting: { groups: [firstLoad('vendor', 2), firstLoad('frame', 1)] } } },
  },
});

let firstModules: Set<string> | undefined;

/**
 * Two files for what every page needs, instead of one per set of pages that share it: the libraries, which a deploy of the app leaves in the
 * browser's cache, and the app's own frame. Icons come along with who uses them; everything else is split by page.
 */
function firstLoad(name: 'vendor' | 'frame', priority: number): Rolldown.CodeSplittingGroup {
  return {
    debugName: name,
    priority,
    name: (id, context) => {
      firstModules ??= staticImportsOf(`${import.meta.dirname}/main.tsx`, context);
      if (!firstModules.has(id) || id.includes('/lucide-react/')) return null;
      return id.includes('/node_modules/') === (name === 'vendor') ? name : null;
    },
  };
}

function staticImportsOf(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>([entry]);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Ships the value of `web/layout/places.ts` instead of its code: what it is derived from would treble the frame. */
function placesAsValue(): Plugin {
  const file = `${import.meta.dirname}/layout/places.ts`;
  return {
    name: 'places-as-value',
    enforce: 'pre',
    load: {
      filter: { id: /\/layout\/places\.ts$/ },
      async handler() {
        const { PLACES } = (await import(pathToFileURL(file).href)) as { PLACES: unknown };
        return { code: `export const PLACES = ${JSON.stringify(PLACES)};`, map: null, moduleType: 'js' };
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

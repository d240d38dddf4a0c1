// @ts-check
import routes from './_routes.json';

/**
 * The script of the Pages project. `_routes.json` calls it for the API only: it hands each call to the Worker as it came, with method, headers
 * (the caller's address among them) and streamed body. Where that file does not count, as on a local site, it serves the web app's files too.
 */
export default {
  /**
   * @param {Request} request
   * @param {{ API: { fetch: typeof fetch }, ASSETS: { fetch: typeof fetch } }} env
   */
  fetch(request, env) {
    const { pathname } = new URL(request.url);
    const isCall = routes.include.some((path) => (path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path));
    return isCall ? env.API.fetch(request) : readFile(request, env.ASSETS);
  },
};

/** What is read of a request for a file. */
const FILE_HEADERS = ['accept', 'accept-encoding', 'if-modified-since', 'if-none-match', 'range'];

/**
 * A file is asked for in a request of its own: other methods and headers end the file server of a local site.
 * @param {Request} request
 * @param {{ fetch: typeof fetch }} files
 */
function readFile({ url, method, headers }, files) {
  if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
  const asked = [...headers].filter(([name]) => FILE_HEADERS.includes(name));
  return files.fetch(new Request(url, { method, headers: asked }));
}

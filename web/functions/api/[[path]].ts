interface Env {
  API: Fetcher;
}

/** Hands every API call to the Worker as it came: method, headers (the caller's address among them) and streamed body. */
export const onRequest: PagesFunction<Env> = ({ request, env }) => env.API.fetch(request);

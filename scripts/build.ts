import { buildWeb, buildWorker } from './run/bundle.ts';

for (const output of [await buildWorker(), await buildWeb()]) console.info(output);

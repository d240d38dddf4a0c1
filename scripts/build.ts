import { buildFunctions, buildWeb, buildWorker } from './run/bundle.ts';

for (const output of [await buildWorker(), await buildFunctions(), await buildWeb()]) console.info(output);

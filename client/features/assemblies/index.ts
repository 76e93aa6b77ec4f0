export { afterQuery } from './after/after.queries.ts';
export { afterLine, dayOf } from './after/after-words.ts';
export { assembliesQuery } from './meetings/assemblies.queries.ts';
export { LaterResults } from './results/later-results.tsx';

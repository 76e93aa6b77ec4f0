import { mountSearch } from './search.routes.ts';

/** Parts of the search for the start of the server. */
export const searchFeature = { lane: 'lists' as const, mount: mountSearch };

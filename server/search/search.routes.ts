import { getUnitPage, searchFacts } from '../../shared/properties/search.api.ts';
import type { Context } from '../platform/context.ts';
import type { Mount } from '../platform/http/mount.ts';
import { searchService } from './search.service.ts';
import { unitPageOf } from './unit-page.service.ts';

/** Mounts the search and the page of a unit. */
export function mountSearch(mount: Mount, context: Context): void {
  const search = searchService(context.store.db);
  mount(searchFacts, ({ body }, { principal }) => search(principal, body.text));
  mount(getUnitPage, ({ params }, { principal }) => unitPageOf(context, principal, params));
}

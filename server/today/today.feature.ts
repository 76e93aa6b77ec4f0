import { listPortfolio, listTasks } from '../../shared/properties/tasks.api.ts';
import type { Context } from '../platform/context.ts';
import type { Mount } from '../platform/http/mount.ts';
import { todayService } from './today.service.ts';

function mountToday(mount: Mount, { store }: Context): void {
  const today = todayService(store.db);
  mount(listTasks, (_, { principal }) => today.list(principal));
  mount(listPortfolio, ({ query }, { principal }) => today.portfolio(principal, query));
}

/** Parts of the tasks of today for the start of the server. */
export const todayFeature = { lane: 'lists' as const, mount: mountToday };

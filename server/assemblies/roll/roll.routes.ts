import { correctRoll, listRoll, listRollCorrections } from '../../../shared/assemblies/roll.api.ts';
import type { Context } from '../../platform/context.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { rollService } from './roll.service.ts';

/** The roll and its corrections. */
export function mountRoll(mount: Mount, context: Context): void {
  const roll = rollService(context);
  mount(listRoll, ({ params, query }) => roll.list({ ...params, ...query }));
  mount(correctRoll, ({ params, body }, { principal }) => roll.correct(params, body, principal));
  mount(listRollCorrections, ({ params, query }) => roll.corrections({ ...params, ...query }));
}

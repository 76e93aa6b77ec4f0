import * as rehearsalsApi from '../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { rehearsalsService } from '../rehearsals/rehearsals.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/** Mounts the endpoints of rehearsals: make, read, stop and delete a trial joint. */
export function mountRehearsals(mount: Mount, { context }: AssemblyServices): void {
  const rehearsals = rehearsalsService(context);

  mount(rehearsalsApi.getRehearsal, ({ params }) => rehearsals.find(params.jointId));
  mount(rehearsalsApi.makeRehearsal, ({ params, body }, { principal }) =>
    rehearsals.make(params.jointId, body.mode, principal),
  );
  mount(rehearsalsApi.stopRehearsal, ({ params, body }) => rehearsals.play(params.jointId, body.playing));
  mount(rehearsalsApi.deleteRehearsal, async ({ params }, { principal }) => {
    await rehearsals.remove(params.jointId, principal);
    return null;
  });
}

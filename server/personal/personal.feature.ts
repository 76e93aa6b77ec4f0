import {
  erasePerson,
  exportPerson,
  findPersons,
  listErasures,
  showPerson,
} from '../../shared/personal/personal.api.ts';
import type { Sessions } from '../accounts/index.ts';
import type { Context } from '../platform/context.ts';
import type { Mount } from '../platform/http/mount.ts';
import { personalService } from './personal.service.ts';

function mountPersonal(mount: Mount, context: Context & { sessions: Sessions }): void {
  const personal = personalService(context);
  mount(findPersons, ({ params, body }) => personal.find(params.jointId, body.text));
  mount(showPerson, ({ params, body }) => personal.show(params.jointId, body.person));
  mount(exportPerson, ({ params, body }, { principal }) =>
    personal.exportOne(principal, params.jointId, body.person),
  );
  mount(erasePerson, ({ params, body }, { principal }) =>
    personal.erase(principal, params.jointId, body.person),
  );
  mount(listErasures, ({ params }) => personal.list(params.jointId));
}

/** Parts of the personal data for the start of the server. */
export const personalFeature = { lane: 'lists' as const, mount: mountPersonal };

import {
  erasePerson,
  exportPerson,
  findPersons,
  listErasures,
  showPerson,
} from '../../shared/personal/personal.api.ts';
import {
  acceptDataContract,
  answerDataClaim,
  authoriseOwnData,
  extendDataClaim,
  fileOwnClaim,
  noteAuthorisation,
  noteDataClaim,
  publishDataPolicy,
  readDataPolicy,
  readDataRegister,
  readOwnData,
  withdrawAuthorisation,
  withdrawOwnData,
} from '../../shared/personal/register.api.ts';
import type { Sessions } from '../accounts/index.ts';
import type { Context } from '../platform/context.ts';
import { requestKeyOf } from '../platform/http/idempotency.ts';
import type { Mount } from '../platform/http/mount.ts';
import { personalService } from './personal.service.ts';
import { registerService } from './register/register.service.ts';

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
  mountRegister(mount, context);
}

function mountRegister(mount: Mount, context: Context): void {
  const register = registerService(context);
  mount(readDataPolicy, ({ params, query }) => register.policy(params.jointId, query.version));
  mount(publishDataPolicy, ({ params, body }, { principal }) =>
    register.publish(principal, params.jointId, body),
  );
  mount(acceptDataContract, ({ params, body }, { principal }) =>
    register.accept(principal, params.jointId, body),
  );
  mount(readDataRegister, ({ params, query }) => register.register(params.jointId, query.text));
  mount(noteDataClaim, ({ params, body }, call) =>
    register.note(
      call.principal,
      params.jointId,
      body,
      requestKeyOf(call, noteDataClaim.id, { params, body }),
    ),
  );
  mount(extendDataClaim, ({ params, body }, { principal }) => register.extend(principal, params, body));
  mount(answerDataClaim, ({ params, body }, { principal }) => register.answer(principal, params, body));
  mount(noteAuthorisation, ({ params, body }, call) =>
    register.authorise(
      call.principal,
      params.jointId,
      body,
      requestKeyOf(call, noteAuthorisation.id, { params, body }),
    ),
  );
  mount(withdrawAuthorisation, ({ params, body }, { principal }) =>
    register.withdraw(principal, params, body),
  );
  mount(readOwnData, ({ params }, { principal }) => register.own(principal, params.jointId));
  mount(authoriseOwnData, ({ params, body }, { principal }) =>
    register.authoriseOwn(principal, params.jointId, body),
  );
  mount(withdrawOwnData, ({ params, body }, { principal }) =>
    register.withdrawOwn(principal, params.jointId, body),
  );
  mount(fileOwnClaim, ({ params, body }, call) =>
    register.file(
      call.principal,
      params.jointId,
      body,
      requestKeyOf(call, fileOwnClaim.id, { params, body }),
    ),
  );
}

/** Parts of the personal data for the start of the server. */
export const personalFeature = { lane: 'lists' as const, mount: mountPersonal };

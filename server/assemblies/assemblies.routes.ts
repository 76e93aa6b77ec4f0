import {
  changeAssembly,
  getSnapshot,
  listAssemblies,
  openAssembly,
} from '../../shared/assemblies/assemblies.api.ts';
import {
  assignHolder,
  listAssemblyApartments,
  listPeople,
  register,
  removeRegistrations,
} from '../../shared/assemblies/attendance.api.ts';
import {
  ATTENDANCE,
  createConcept,
  deleteConcept,
  getActiveConcept,
  getConcept,
  listConcepts,
  toggleConcept,
} from '../../shared/assemblies/concepts.api.ts';
import { getQuorumHistory } from '../../shared/assemblies/history.api.ts';
import { plainFeed } from '../../shared/assemblies/live.api.ts';
import {
  castVote,
  confirmSector,
  getApartmentsQuantity,
  getQuorum,
  listRecords,
  unitHistory,
} from '../../shared/assemblies/votes.api.ts';
import { keyOf } from '../platform/http/idempotency.ts';
import type { Mount } from '../platform/http/mount.ts';
import { Problem } from '../platform/http/problem.ts';
import { attendanceService } from './attendance/attendance.service.ts';
import { mountPresence } from './attendance/presence.routes.ts';
import { InvalidCodeLimiter } from './credentials/code-slips.ts';
import { mountCodes } from './credentials/codes.routes.ts';
import { mountInvitations } from './credentials/invitations.routes.ts';
import { mountPapers } from './credentials/papers.routes.ts';
import { readAssemblySnapshot } from './live/joint-state.ts';
import { mountAfter } from './meeting/after.routes.ts';
import { assembliesService } from './meeting/assemblies.service.ts';
import { quorumHistory } from './meeting/history.service.ts';
import type { LiveContext } from './meeting/live-context.ts';
import { recordsService } from './meeting/records.service.ts';
import { conceptsService } from './questions/concepts.service.ts';
import { listPeopleOf } from './roll/people.service.ts';
import { mountRoll } from './roll/roll.routes.ts';
import { votesService } from './voting/votes.service.ts';

/** The evening's endpoints; each hands over to its service. */
export function mountAssemblies(mount: Mount, context: LiveContext): void {
  const records = recordsService(context);
  mountAssembliesThemselves(mount, context);
  const slips = new InvalidCodeLimiter(context);
  mountDoor(mount, context, slips);
  mountQuestions(mount, context);
  mountLive(mount, context);
  mountRoll(mount, context);
  mountPresence(mount, context);
  mountCodes(mount, context, slips);
  mountInvitations(mount, context);
  mountPapers(mount, context);
  mountAfter(mount, context);

  mount(listRecords, ({ params, query }, { principal }) =>
    records.records({ ...params, ...query }, params.conceptId, principal),
  );
  mount(unitHistory, ({ params, query }, { principal }) =>
    records.history({ ...params, ...query }, params.apartmentId, principal),
  );
  mount(getQuorum, async ({ params, query }) => {
    const { voted, answers } = await records.result({ ...params, ...query }, params.conceptId);
    return { coefficient: ofAnswer(query.voteId, voted, answers).coefficient };
  });
  mount(getApartmentsQuantity, async ({ params, query }) => {
    const { voted, answers } = await records.result({ ...params, ...query }, params.conceptId);
    return { quantity: ofAnswer(query.voteId, voted, answers).apartments };
  });
}

function mountAssembliesThemselves(mount: Mount, context: LiveContext): void {
  const assemblies = assembliesService(context);
  mount(listAssemblies, ({ params }) => assemblies.list(params.jointId));
  mount(openAssembly, ({ params, body }, { principal }) => assemblies.open(params.jointId, body, principal));
  mount(changeAssembly, ({ params, body }, { principal }) =>
    assemblies.change(params.jointId, body, principal),
  );
  mount(getSnapshot, async ({ params, query }) => {
    if (query.assemblyId === undefined) return (await context.publisher.current(params.jointId)).snapshot;
    const place = await context.directory.find(params.jointId);
    if (place === undefined) throw new Problem('jointNotFound');
    return readAssemblySnapshot(context.store.db, place, query.assemblyId);
  });
}

function mountLive(mount: Mount, context: LiveContext): void {
  const { feed } = context;
  mount(getQuorumHistory, ({ params, query }) => quorumHistory(context, { ...params, ...query }));
  mount(
    plainFeed,
    async () => {
      throw new Problem('upgradeRequired');
    },
    ({ params }, principal, socket) => feed.serve(socket, principal, params.jointId),
  );
}

function mountDoor(mount: Mount, context: LiveContext, slips: InvalidCodeLimiter): void {
  const attendance = attendanceService(context);
  const concepts = conceptsService(context);
  const votes = votesService(context, attendance);
  const records = recordsService(context);

  mount(listAssemblyApartments, ({ params, query }, { principal }) =>
    records.apartments({ ...params, ...query }, principal),
  );
  mount(listPeople, ({ params }) => listPeopleOf(context, params.jointId));
  mount(assignHolder, ({ body }, { principal }) =>
    slips.watch(principal, { texts: [body.userId], jointId: body.jointId }, () =>
      attendance.assign(body, principal),
    ),
  );
  mount(register, ({ params, body }, call) =>
    slips.watch(call.principal, { texts: [body.code], jointId: params.jointId }, () =>
      attendance.register(params.jointId, body, call.principal, keyOf(call, register.id, { params, body })),
    ),
  );
  mount(castVote, ({ body }, call) => votes.cast(body, call.principal, keyOf(call, castVote.id, body)));
  mount(confirmSector, ({ body }, call) =>
    votes.castInSector(body, call.principal, keyOf(call, confirmSector.id, body)),
  );
  mount(removeRegistrations, async ({ params, query }, { principal }) => {
    const { jointId, conceptId } = params;
    const apartmentId = query.apartmentId ?? null;
    const reason = query.reason ?? null;
    if (conceptId !== ATTENDANCE) {
      await concepts.annulVotes({ jointId, conceptId, apartmentId, reason }, principal);
    } else if (apartmentId === null) await attendance.reset(jointId, reason, principal);
    else await attendance.reverse(jointId, apartmentId, reason, principal);
    return null;
  });
}

function mountQuestions(mount: Mount, context: LiveContext): void {
  const concepts = conceptsService(context);
  const records = recordsService(context);
  mount(listConcepts, ({ params, query }) => records.concepts({ ...params, ...query }));
  mount(getConcept, ({ params, query }) => records.concept({ ...params, ...query }, params.conceptId));
  mount(getActiveConcept, ({ params }) => records.activeConcept(params.jointId));
  mount(createConcept, ({ body }, { principal }) => concepts.create(body, principal));
  mount(toggleConcept, ({ body }, { principal }) => concepts.toggle(body, principal));
  mount(deleteConcept, async ({ body }, { principal }) => {
    await concepts.remove(body.jointId, body.conceptId, body.reason ?? null, principal);
    return null;
  });
}

/** The part of one answer, or of all where none is asked; an answer that nobody gave has nothing. */
function ofAnswer<W extends { apartments: number; coefficient: number }>(
  voteId: number | undefined,
  all: W,
  answers: readonly ({ answerId: number } & W)[],
): { apartments: number; coefficient: number } {
  if (voteId === undefined) return all;
  return answers.find((answer) => answer.answerId === voteId) ?? { apartments: 0, coefficient: 0 };
}

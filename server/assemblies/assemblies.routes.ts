import * as afterApi from '../../shared/assemblies/after.api.ts';
import * as arrivalsApi from '../../shared/assemblies/arrivals.api.ts';
import * as assembliesApi from '../../shared/assemblies/assemblies.api.ts';
import * as attendanceApi from '../../shared/assemblies/attendance.api.ts';
import * as buildingApi from '../../shared/assemblies/building.api.ts';
import * as codesApi from '../../shared/assemblies/codes.api.ts';
import * as conceptsApi from '../../shared/assemblies/concepts.api.ts';
import * as electionsApi from '../../shared/assemblies/elections/elections.api.ts';
import * as clarificationsApi from '../../shared/assemblies/facts/clarifications.api.ts';
import { getUnfinished } from '../../shared/assemblies/facts/unfinished.api.ts';
import * as historyApi from '../../shared/assemblies/history.api.ts';
import * as invitationsApi from '../../shared/assemblies/invitations.api.ts';
import * as debtorsApi from '../../shared/assemblies/law/debtors.api.ts';
import * as liveApi from '../../shared/assemblies/live.api.ts';
import * as paperApi from '../../shared/assemblies/paper.api.ts';
import * as powersApi from '../../shared/assemblies/powers/powers.api.ts';
import * as splitApi from '../../shared/assemblies/powers/split-vote.api.ts';
import * as presenceApi from '../../shared/assemblies/presence.api.ts';
import * as rollApi from '../../shared/assemblies/roll.api.ts';
import * as actaApi from '../../shared/assemblies/signed-acta/acta.api.ts';
import * as signedActaApi from '../../shared/assemblies/signed-acta/signed-acta.api.ts';
import * as votesApi from '../../shared/assemblies/votes.api.ts';
import * as evidenceApi from '../../shared/evidence/evidence.api.ts';
import * as identitiesApi from '../../shared/properties/identities.api.ts';
import { whileClientWaits } from '../platform/http/client-gone.ts';
import { keyOf } from '../platform/http/idempotency.ts';
import { requireJoint } from '../platform/http/joint-places.ts';
import type { Mount } from '../platform/http/mount.ts';
import { Problem } from '../platform/http/problem.ts';
import { uploadedFile } from '../platform/http/uploaded-file.ts';
import { attendanceService } from './attendance/attendance.service.ts';
import { powersService } from './attendance/powers.service.ts';
import { listPresenceOf, quorumCheckService } from './attendance/quorum-check.service.ts';
import { arrivalsService } from './credentials/arrivals.service.ts';
import { badgesService } from './credentials/badges.service.ts';
import { invalidCodeLimiter } from './credentials/code-slips.ts';
import { codesService } from './credentials/codes.service.ts';
import { invitationsService } from './credentials/invitations.service.ts';
import { joiningService } from './credentials/joining.service.ts';
import { lettersService } from './credentials/letters.service.ts';
import { papersService } from './credentials/papers.service.ts';
import { evidenceService } from './evidence/evidence.service.ts';
import { buildingOf } from './live/building.ts';
import { readAssemblySnapshot, readySnapshot } from './live/joint-state.ts';
import { afterService } from './meeting/after.service.ts';
import { assembliesService } from './meeting/assemblies.service.ts';
import { debtorsService } from './meeting/debtors.service.ts';
import { quorumHistory } from './meeting/history.service.ts';
import type { LiveContext } from './meeting/live-context.ts';
import { assembliesNow } from './meeting/now.service.ts';
import { recordsService } from './meeting/records.service.ts';
import { actaScreenService } from './minutes/acta-screen.service.ts';
import { clarificationsService } from './minutes/clarifications.service.ts';
import { unfinishedMatters } from './minutes/unfinished.ts';
import { conceptsService } from './questions/concepts.service.ts';
import { electionsService } from './questions/elections.service.ts';
import { identitiesService } from './roll/identities.service.ts';
import { listPeopleOf, rollService } from './roll/roll.service.ts';
import { signedActaService } from './signed-acta/signed-acta.service.ts';
import { ballotsService } from './voting/ballots.service.ts';
import { splitService } from './voting/split.service.ts';
import { votesService } from './voting/votes.service.ts';

/** Mounts the endpoints of assemblies. Each handler calls a service. */
export function mountAssemblies(mount: Mount, context: LiveContext): void {
  const records = recordsService(context);
  const slips = invalidCodeLimiter(context);
  const assemblies = assembliesService(context);
  const { feed } = context;
  const attendance = attendanceService(context);
  const powers = powersService(context);
  const concepts = conceptsService(context);
  const elections = electionsService(context);
  const clarifications = clarificationsService(context);
  const debtors = debtorsService(context);
  const votes = votesService(context, attendance);
  const split = splitService(context);
  const roll = rollService(context);
  const identities = identitiesService(context);
  const check = quorumCheckService(context);
  const codes = codesService(context);
  const badges = badgesService(context);
  const ballots = ballotsService(context);
  const letters = lettersService(context);
  const invitations = invitationsService(context);
  const papers = papersService(context);
  const after = afterService(context);
  const joining = joiningService(context);
  const arrivals = arrivalsService(context);
  const evidence = evidenceService(context);
  const signedActa = signedActaService(context);

  // Assemblies and their figures for the wall.
  mount(assembliesApi.listAssemblies, ({ params }) => assemblies.list(params.jointId));
  mount(assembliesApi.listAssembliesNow, (_, { principal }) => assembliesNow(context, principal));
  mount(assembliesApi.openAssembly, ({ params, body }, { principal }) =>
    assemblies.open(params.jointId, body, principal),
  );
  mount(assembliesApi.changeAssembly, ({ params, body }, { principal }) =>
    assemblies.change(params.jointId, body, principal),
  );
  mount(clarificationsApi.listClarifications, ({ params, query }) =>
    clarifications.list(params.jointId, query.assemblyId),
  );
  mount(clarificationsApi.clarify, ({ params, query, body }, { principal }) =>
    clarifications.clarify({ ...params, ...query }, body, principal),
  );
  mount(debtorsApi.getDebtorsLists, ({ params }) => debtors.lists(params.jointId));
  mount(debtorsApi.takeDebtorsList, ({ params, body }, { principal }) =>
    debtors.take(params.jointId, body.purpose, principal),
  );
  mount(assembliesApi.getLawDates, ({ params }) => assemblies.lawDates(params.jointId));
  mount(getUnfinished, ({ params }) => unfinishedMatters(context, params.jointId));
  mount(assembliesApi.getSnapshot, async ({ params, query }) => {
    if (query.assemblyId === undefined)
      return readySnapshot((await context.publisher.current(params.jointId)).snapshot);
    const place = await requireJoint(context.directory, params.jointId);
    return readySnapshot(await readAssemblySnapshot(context.store.db, place, query.assemblyId));
  });

  mount(buildingApi.getBuilding, async ({ params }) =>
    buildingOf(await context.publisher.current(params.jointId)),
  );

  // Quorum over time, and the live feed for programs other than browsers.
  mount(historyApi.getQuorumHistory, ({ params, query }) => quorumHistory(context, { ...params, ...query }));
  mount(
    liveApi.plainFeed,
    async () => {
      throw new Problem('upgradeRequired');
    },
    ({ params }, principal, socket) => feed.serve(socket, principal, params.jointId),
  );

  // The door, and votes.
  mount(attendanceApi.listAssemblyApartments, ({ params, query }, { principal }) =>
    records.apartments({ ...params, ...query }, principal),
  );
  mount(attendanceApi.getRoomCode, ({ params }) => attendance.roomCode(params.jointId));
  mount(attendanceApi.listPeople, ({ params }) => listPeopleOf(context, params.jointId));
  mount(attendanceApi.assignHolder, ({ body }, { principal }) =>
    slips.watch(principal, { texts: [body.userId], jointId: body.jointId }, () =>
      attendance.assign(body, principal),
    ),
  );
  mount(attendanceApi.register, ({ params, body }, call) =>
    slips.watch(call.principal, { texts: [body.code], jointId: params.jointId }, () =>
      attendance.register(
        params.jointId,
        body,
        call.principal,
        keyOf(call, attendanceApi.register.id, { params, body }),
      ),
    ),
  );

  // Powers of attorney on paper.
  mount(powersApi.listPowers, ({ params, query }) => powers.list({ ...params, ...query }));
  mount(powersApi.enterPower, ({ params, body }, { principal }) =>
    powers.enter(params.jointId, body, principal),
  );
  mount(powersApi.decidePowers, ({ params, body }, { principal }) =>
    powers.decide(params.jointId, body, principal),
  );
  mount(powersApi.importPowers, async ({ params, query }, { principal, request }) =>
    powers.import(params.jointId, await uploadedFile(request), query.commit === true, principal),
  );
  mount(splitApi.listInstructions, ({ params }, { principal }) =>
    powers.instructions(params.jointId, principal),
  );
  mount(powersApi.addPowerPage, async ({ params }, { principal, request }) =>
    powers.addPage(params, await uploadedFile(request), principal),
  );
  mount(powersApi.getPowerPage, ({ params }) => powers.page(params));

  mount(votesApi.castVote, ({ body }, call) =>
    votes.cast(body, call.principal, keyOf(call, votesApi.castVote.id, body)),
  );
  mount(votesApi.confirmSector, ({ body }, call) =>
    votes.castInSector(body, call.principal, keyOf(call, votesApi.confirmSector.id, body)),
  );
  mount(splitApi.castSplit, ({ params, body }, call) =>
    split.cast(params.jointId, body, call.principal, keyOf(call, splitApi.castSplit.id, { params, body })),
  );
  mount(attendanceApi.removeRegistrations, async ({ params, query }, { principal }) => {
    const { jointId, conceptId } = params;
    const apartmentId = query.apartmentId ?? null;
    const reason = query.reason ?? null;
    if (conceptId !== conceptsApi.ATTENDANCE) {
      await concepts.annulVotes({ jointId, conceptId, apartmentId, reason }, principal);
    } else if (apartmentId === null) await attendance.reset(jointId, reason, principal);
    else await attendance.reverse(jointId, apartmentId, reason, principal);
    return null;
  });

  // Questions.
  mount(conceptsApi.listConcepts, ({ params, query }) => records.concepts({ ...params, ...query }));
  mount(conceptsApi.getConcept, ({ params, query }) =>
    records.concept({ ...params, ...query }, params.conceptId),
  );
  mount(conceptsApi.getActiveConcept, ({ params }) => records.activeConcept(params.jointId));
  mount(conceptsApi.createConcept, ({ body }, { principal }) => concepts.create(body, principal));
  mount(conceptsApi.setCandidates, ({ params, body }, { principal }) =>
    elections.setCandidates(params, body, principal),
  );
  mount(electionsApi.noteLot, ({ params, body }, { principal }) =>
    elections.noteLot(params, body, principal),
  );
  mount(electionsApi.noteAcceptance, ({ params, body }, { principal }) =>
    elections.noteAcceptance(params, body, principal),
  );
  mount(conceptsApi.toggleConcept, ({ body }, { principal }) => concepts.toggle(body, principal));
  mount(conceptsApi.getReopening, ({ params }) => concepts.reopening(params.jointId, params.conceptId));
  mount(conceptsApi.setCountdown, ({ params, body }, { principal }) =>
    concepts.setCountdown({ ...params, ...body }, principal),
  );
  mount(conceptsApi.deleteConcept, ({ body }, { principal }) =>
    concepts.remove(body.jointId, body.conceptId, body.reason ?? null, principal),
  );

  // The roll and its corrections.
  mount(rollApi.listRoll, ({ params, query }) => roll.list({ ...params, ...query }));
  mount(rollApi.correctRoll, ({ params, body }, { principal }) => roll.correct(params, body, principal));
  mount(identitiesApi.listIdentities, ({ params }) => identities.list(params.jointId));
  mount(identitiesApi.answerIdentity, ({ params, body }, { principal }) =>
    identities.answer(params.jointId, body, principal),
  );
  mount(rollApi.listRollCorrections, ({ params, query }) => roll.corrections({ ...params, ...query }));

  // 'Verificar quórum', and connected units at openings and closings of questions.
  mount(presenceApi.startQuorumCheck, ({ params }, { principal }) => check.start(params.jointId, principal));
  mount(presenceApi.getQuorumCheck, ({ params }, { principal }) => check.current(params.jointId, principal));
  mount(presenceApi.confirmPresence, async ({ params }, { principal }) => ({
    confirmed: await check.confirm(params.jointId, principal),
  }));
  mount(presenceApi.releaseUnconfirmed, ({ params, body }, { principal }) =>
    check.release(params.jointId, body, principal),
  );
  mount(presenceApi.endQuorumCheck, ({ params }, { principal }) => check.end(params.jointId, principal));
  mount(presenceApi.listPresence, ({ params, query }) =>
    listPresenceOf(context, params.jointId, query.assemblyId),
  );

  // Codes of cards and badges, with the units of each.
  mount(codesApi.issueCodes, ({ params, body }, { principal }) =>
    codes.issue(params.jointId, body.quantity, principal),
  );
  mount(codesApi.listCodes, ({ params }) => codes.list(params.jointId));
  mount(codesApi.revokeCode, ({ params, query }, { principal }) =>
    slips.watch(principal, { texts: [params.code], jointId: params.jointId }, () =>
      codes.revoke(params.jointId, params.code, query.reason ?? null, principal),
    ),
  );
  mount(codesApi.makeBadges, ({ params, body }, { principal }) =>
    badges.make(params.jointId, body, principal),
  );

  mount(codesApi.castBallots, ({ params, body }, call) =>
    slips.watch(call.principal, { texts: [body.badge], jointId: params.jointId }, () =>
      ballots.cast(
        params.jointId,
        body,
        call.principal,
        keyOf(call, codesApi.castBallots.id, { params, body }),
      ),
    ),
  );

  mount(codesApi.getHolder, ({ params }, { principal }) =>
    slips.watch(principal, { texts: [params.code] }, () => codes.held(params.code, principal)),
  );
  mount(codesApi.exchangeHolder, ({ params, body }, { principal }) =>
    slips.watch(principal, { texts: [params.code, body.code] }, () =>
      codes.exchange(params.code, body.code, body.reason ?? null, principal),
    ),
  );
  mount(codesApi.withdrawHolder, ({ params, query }, { principal }) =>
    slips.watch(principal, { texts: [params.code] }, () =>
      codes.withdraw(params.code, query.reason ?? null, principal),
    ),
  );

  // Joining by the wall's QR, and decisions of the desk.
  mount(arrivalsApi.getJoining, ({ params }) => joining.current(params.jointId));
  mount(arrivalsApi.openJoining, ({ params }, { principal }) => joining.open(params.jointId, principal));
  mount(arrivalsApi.closeJoining, ({ params }, { principal }) => joining.close(params.jointId, principal));
  mount(arrivalsApi.announceArrival, async ({ params, body }, { address }) =>
    arrivals.announce(params.code, body, address),
  );
  mount(arrivalsApi.claimArrival, ({ body }, { address }) => arrivals.claim(body.code, body.ticket, address));
  mount(arrivalsApi.listArrivals, ({ params }) => arrivals.list(params.jointId));
  mount(arrivalsApi.confirmArrival, ({ params, body }, { principal }) =>
    arrivals.confirm(params, body.takeBack === true, principal),
  );
  mount(arrivalsApi.refuseArrival, ({ params }, { principal }) => arrivals.refuse(params, principal));

  // Invitations to the current assembly, by e-mail and on paper.
  mount(invitationsApi.listInvitations, ({ params }) => invitations.list(params.jointId));
  mount(invitationsApi.sendInvitations, ({ params, body }, { principal }) =>
    invitations.send(params.jointId, body, principal),
  );
  mount(invitationsApi.printLetters, ({ params, body }, { principal }) =>
    letters.print(params.jointId, body, principal),
  );
  mount(invitationsApi.revokeInvitation, ({ params }, { principal }) =>
    invitations.revoke(params.jointId, params.userId, principal),
  );

  // Codes on paper, as PDF.
  mount(paperApi.printCards, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => papers.cards({ ...params, ...query }, principal, signal)),
  );
  mount(paperApi.printBadges, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => papers.badges({ ...params, ...query }, principal, signal)),
  );
  mount(paperApi.printVotingBadges, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => papers.votingBadges({ ...params, ...query }, principal, signal)),
  );

  const actaScreen = actaScreenService(context);
  mount(actaApi.getActa, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => actaScreen.read({ params, query }, principal, signal)),
  );
  // Deadlines and summary after an assembly has closed.
  mount(afterApi.getAfter, ({ params, query }) => after.read({ ...params, ...query }));
  mount(afterApi.sendSummary, ({ params, query, body }, { principal }) =>
    after.sendSummary({ ...params, ...query }, body.again === true, principal),
  );

  // Signed acta.
  mount(signedActaApi.listSignedActas, ({ params }, { principal }) =>
    signedActa.list(params.jointId, principal),
  );
  mount(signedActaApi.keepActaFile, async ({ params, query }, { principal, request }) =>
    signedActa.keep({ ...params, ...query }, await uploadedFile(request), principal),
  );
  mount(signedActaApi.publishSignedActa, ({ params, query, body }, { principal }) =>
    signedActa.publish({ ...params, ...query }, body, principal),
  );
  mount(signedActaApi.getActaFile, ({ params }, { principal }) => signedActa.file(params, principal));

  // Signed heads of the trail, proofs of heads, and proofs of counted votes.
  mount(evidenceApi.listHeads, ({ params }) => evidence.heads(params.jointId));
  mount(evidenceApi.getHeadProof, ({ params, query }) => evidence.proof(params.jointId, query));
  mount(evidenceApi.checkVote, ({ params }, { principal }) =>
    evidence.checkVote(params.jointId, params.receipt, principal),
  );
  mount(evidenceApi.checkReceipt, ({ params, body }, { address }) =>
    evidence.checkReceipt(params.jointId, body.receipt, address),
  );
  mount(evidenceApi.proofPack, ({ params, body }, { address }) =>
    evidence.pack(params.jointId, body.receipt, address),
  );

  // Registrations and votes.
  mount(votesApi.listRecords, ({ params, query }, { principal }) =>
    records.records({ ...params, ...query }, params.conceptId, principal),
  );
  mount(votesApi.unitHistory, ({ params, query }, { principal }) =>
    records.history({ ...params, ...query }, params.apartmentId, principal),
  );
  mount(votesApi.getQuorum, async ({ params, query }) => {
    const { voted, answers } = await records.result({ ...params, ...query }, params.conceptId, query.voteId);
    return { coefficient: ofAnswer(query.voteId, voted, answers).coefficient };
  });
  mount(votesApi.getApartmentsQuantity, async ({ params, query }) => {
    const { voted, answers } = await records.result({ ...params, ...query }, params.conceptId, query.voteId);
    return { quantity: ofAnswer(query.voteId, voted, answers).apartments };
  });
}

/** Share of an answer, or the sum of all without `voteId`. Zero for an answer without votes. */
function ofAnswer<W extends { apartments: number; coefficient: number }>(
  voteId: number | undefined,
  all: W,
  answers: readonly ({ answerId: number } & W)[],
): { apartments: number; coefficient: number } {
  if (voteId === undefined) return all;
  return answers.find((answer) => answer.answerId === voteId) ?? { apartments: 0, coefficient: 0 };
}

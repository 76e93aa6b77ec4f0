import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { AttendanceService } from '../attendance/attendance.service.ts';
import type { codesService } from '../credentials/codes.service.ts';
import type { votesService } from '../voting/votes.service.ts';
import { answerOf } from './crowd.ts';
import { type Actor, deskOf, type HallMoment, holderOf, type Stage, votedOn } from './stage.ts';

/** Services for the acts of the simulated owners: the same as for requests. */
export interface OwnerServices {
  attendance: AttendanceService;
  codes: ReturnType<typeof codesService>;
  votes: ReturnType<typeof votesService>;
}

/** Beats for the arrival of all owners, and for the votes on a question, if the limit of acts allows. */
const ARRIVAL_BEATS = 50;
const VOTE_BEATS = 35;

/** Plays one beat of the simulated owners. At most `most` acts. */
export async function playOwners(
  db: Db,
  services: OwnerServices,
  { stage, moment, most }: { stage: Stage; moment: HallMoment; most: number },
): Promise<void> {
  if (moment.isOver) return;
  if (moment.isRegistering) await arrive(services, stage, most);
  if (moment.open !== null) await vote(db, services, { stage, moment, most });
  else if (moment.closed > 0) await letGo(services, stage);
}

/** Registers the next owners at the desk, each with a new card. */
async function arrive({ attendance, codes }: OwnerServices, stage: Stage, most: number): Promise<void> {
  const { jointId, actors, counts } = stage;
  const pace = Math.min(most, Math.ceil(actors.length / ARRIVAL_BEATS));
  const next = actors.filter(({ code, hasLeft }) => code === null && !hasLeft).slice(0, pace);
  if (next.length === 0) return;
  const issued = await codes.issue(jointId, next.length, deskOf(jointId));
  for (const [index, actor] of next.entries()) {
    const code = issued.codes[index] ?? '';
    const body = { apartmentIds: actor.apartmentIds, code };
    // A person at the desk may have registered the owner meanwhile.
    if (await isAccepted(attendance.register(jointId, body, deskOf(jointId), null))) counts.arrived += 1;
    actor.code = code;
  }
}

/** Sends the next votes with the cards, together. Owners without network come last and send each vote twice. */
async function vote(
  db: Db,
  { votes }: OwnerServices,
  { stage, moment: { open }, most }: { stage: Stage; moment: HallMoment; most: number },
): Promise<void> {
  if (open === null) return;
  const { jointId, actors, counts } = stage;
  const { conceptId, answers } = open;
  const voted = await votedOn(db, stage, conceptId);
  const present = actors.flatMap((actor, index) => (actor.code === null ? [] : [{ actor, index }]));
  const all = present.flatMap(({ actor, index }) =>
    actor.voting.map((apartmentId) => ({ apartmentId, index, actor, code: actor.code ?? '' })),
  );
  const waiting = all.filter(({ apartmentId }) => !voted.has(apartmentId));
  const byNetwork = [...waiting].sort((a, b) => Number(a.actor.isOffline) - Number(b.actor.isOffline));
  const next = byNetwork.slice(0, Math.min(most, Math.ceil(all.length / VOTE_BEATS)));
  await Promise.all(
    next.map(async ({ apartmentId, index, actor, code }) => {
      const voteId = answerOf(index, conceptId, answers.length);
      const send = () =>
        isAccepted(votes.cast({ jointId, conceptId, apartmentId, voteId }, holderOf(jointId, code), null));
      voted.add(apartmentId);
      if (await send()) counts.voted += 1;
      if (actor.isOffline && !(await send()) && apartmentId === actor.voting[0]) counts.offline += 1;
    }),
  );
}

/** Lets the next owner go home, at most one in a beat. */
async function letGo({ attendance }: OwnerServices, { jointId, actors, counts }: Stage): Promise<void> {
  const next = actors.find(({ code, isLeaving }) => isLeaving && code !== null);
  if (next === undefined) return;
  for (const apartmentId of next.apartmentIds) {
    await isAccepted(attendance.reverse(jointId, apartmentId, 'Se retiró', deskOf(jointId)));
  }
  next.code = null;
  next.hasLeft = true;
  counts.left += 1;
}

/** True for a stored act, false for a refusal by a rule. Other errors end the beat. */
async function isAccepted(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code !== 'storeUnavailable') return false;
    throw error;
  }
}

/** True once every simulated owner is there or has left. */
export const haveAllArrived = ({ actors }: Stage): boolean =>
  actors.every(({ code, hasLeft }: Actor) => code !== null || hasLeft);

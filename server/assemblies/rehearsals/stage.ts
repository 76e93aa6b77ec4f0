import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { RehearsalCounts } from '../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { findCurrent } from '../store/assembly.repository.ts';
import { readConcepts, type StoredConcept } from '../store/questions/concepts.repository.ts';
import { crowdOf, type Guest } from './crowd.ts';
import {
  countVotesOf,
  findRehearsal,
  readCrowdUnits,
  readHolders,
  readVoted,
  type StoredRehearsal,
} from './rehearsals.repository.ts';

/** Simulated owner, with the code of the card once present. */
export interface Actor extends Guest {
  code: string | null;
  hasLeft: boolean;
}

/** Trial joint while a process plays the rehearsal. */
export interface Stage {
  jointId: number;
  assemblyId: number;
  mode: StoredRehearsal['mode'];
  actors: readonly Actor[];
  counts: RehearsalCounts;
  /** Units with a vote, by question. Filled from the store at the first look at a question. */
  voted: Map<number, Set<string>>;
  /** Beat at the start of the current step, for the steps of the `shown` mode. */
  stepBeat: number;
}

/** Reads a trial joint with the present owners, at the start or after a restart of the server. */
export async function readStage(
  db: Db,
  jointId: number,
): Promise<{ stage: Stage; from: StoredRehearsal } | null> {
  const from = await findRehearsal(db, jointId);
  if (from === undefined) return null;
  const { assemblyId } = from;
  const holders = await readHolders(db, assemblyId, jointId);
  const counts: RehearsalCounts = JSON.parse(from.counts);
  let returned = counts.left;
  const actors = crowdOf(await readCrowdUnits(db, assemblyId, jointId)).map((guest): Actor => {
    const code = guest.apartmentIds.map((unit) => holders.get(unit)).find((holder) => holder !== undefined);
    // After a restart: the first absent owners of the list of leavers have left already.
    const hasLeft = code === undefined && guest.isLeaving && returned-- > 0;
    return { ...guest, code: code ?? null, hasLeft };
  });
  // The store knows more than the last saved course.
  counts.arrived = counts.left + actors.filter(({ code }) => code !== null).length;
  counts.voted = await countVotesOf(db, assemblyId);
  const stage = {
    jointId,
    assemblyId,
    mode: from.mode,
    actors,
    counts,
    voted: new Map(),
    stepBeat: from.beat,
  };
  return { stage, from };
}

/** Questions of a trial joint, and the facts that the simulated owners react to. */
export interface HallMoment {
  /** True while the desk registers: concept 1 is active. */
  isRegistering: boolean;
  open: StoredConcept | null;
  questions: readonly StoredConcept[];
  closed: number;
  isOver: boolean;
}

/** Reads the present moment of a trial joint's assembly. */
export async function readMoment(db: Db, { jointId, assemblyId }: Stage): Promise<HallMoment> {
  const concepts = await readConcepts(db, { assemblyId, jointId });
  const questions = concepts.filter(({ conceptId }) => conceptId !== ATTENDANCE);
  const assembly = await findCurrent(db, jointId);
  return {
    isRegistering: concepts.some(({ conceptId, active }) => conceptId === ATTENDANCE && active === 1),
    open: questions.find(({ active }) => active === 1) ?? null,
    questions,
    closed: questions.filter(({ active, closedAt }) => active === 0 && closedAt !== null).length,
    isOver: assembly === undefined || assembly.closedAt !== null,
  };
}

/** Returns the units with a vote on a question, as stored and as played since. */
export async function votedOn(db: Db, stage: Stage, conceptId: number): Promise<Set<string>> {
  const voted = stage.voted.get(conceptId) ?? (await readVoted(db, { ...stage, conceptId }));
  stage.voted.set(conceptId, voted);
  return voted;
}

/** Person at the desk of a rehearsal, as the author of the acts. */
export const deskOf = (jointId: number): Principal => ({
  sessionId: `rehearsal-${jointId}`,
  profileId: Profile.operator,
  userId: '0',
  username: null,
  code: null,
  byLink: false,
  actor: 'rehearsal',
  joints: { assembly: new Set([jointId]), billing: new Set() },
});

/** Simulated owner with a card, as the author of a vote. */
export const holderOf = (jointId: number, code: string): Principal => ({
  ...deskOf(jointId),
  profileId: Profile.qr,
  userId: code,
  code,
  actor: `code:${code}`,
});

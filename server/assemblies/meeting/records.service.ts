import { LRUCache } from 'lru-cache';
import type { AnswerOf } from '../../../shared/api.ts';
import type { RollApartment } from '../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, type Concept } from '../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import type { RecordItem, unitHistory } from '../../../shared/assemblies/votes.api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { unitsOfCode } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import { type JointWithRoot, requireJoint } from '../../platform/http/joint-places.ts';
import { holderSeenBy, isHolder, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { resultOf, standingOf } from '../questions/result.ts';
import { assemblyToRead, type StoredAssembly } from '../store/assembly.repository.ts';
import type { VoteTable } from '../store/assembly-tables.ts';
import { linkedUnits, type RollEntry, readRoll } from '../store/attendance/attendance.repository.ts';
import {
  readAnnulled,
  readStays,
  type Stay,
  stayOfVote,
  staysByUnit,
} from '../store/attendance/stays.repository.ts';
import {
  areAnswersMasked,
  areResultsHidden,
  conceptToApi,
  deletionToApi,
  isTold,
  readConcepts,
  type StoredConcept,
} from '../store/questions/concepts.repository.ts';
import {
  answersOf,
  readVotes,
  type StoredVote,
  votedText,
  voteWayOf,
} from '../store/questions/votes.repository.ts';
import { type Revisions, readRevisions } from '../store/revisions.repository.ts';
import { readOwnerNatures } from '../store/roll/persons.repository.ts';
import { DELETED } from '../store/tally/annulment.repository.ts';
import { countVotes } from '../store/tally/tally.repository.ts';
import type { LiveContext } from './live-context.ts';
import { UNKNOWN_OWNER } from './roll-then.ts';

/** Maximum number of joints with a cached open question. The limit is needed because callers need no session. */
const MOST_ACTIVE = 200;

interface Where {
  jointId: number;
  /** Id of an archived assembly. Default: the current assembly. */
  assemblyId?: number;
}
type UnitRecord = AnswerOf<typeof unitHistory>[number];
type RegistrationOrVote = Pick<StoredVote, 'answerId' | 'choices'> & {
  receipt: string | null;
  way?: StoredVote['way'] | undefined;
};
type ListedRecord = RegistrationOrVote & Pick<StoredVote, 'apartmentId' | 'owner' | 'at' | 'coefficient'>;
type UnitHistoryVote = Pick<StoredVote, 'conceptId' | 'answerId' | 'choices' | 'at' | 'receipt' | 'way'>;

/**
 * Service to list votes, registrations and results of an assembly, current or archived. Operators see all units;
 * owners and holders of cards only the own units.
 */
export function recordsService({ store, directory, publisher }: LiveContext) {
  const { db } = store;
  const activeConcepts = new LRUCache<
    number,
    Pick<Revisions, 'epoch' | 'conceptRevision'> & { concept: Concept }
  >({ max: MOST_ACTIVE });

  async function assemblyOf(where: Where): Promise<{ place: JointWithRoot; assembly: StoredAssembly }> {
    const place = await requireJoint(directory, where.jointId);
    return { place, assembly: await assemblyToRead(db, place.rootId, where.assemblyId) };
  }

  async function rollFor(where: Where, principal: Principal): Promise<RollEntry[]> {
    const { place, assembly } = await assemblyOf(where);
    const { assemblyId } = assembly;
    // Six hundred owners, and each desk after a reconnection, ask for the roll: the live state in memory has the roll, in
    // the table's order.
    const current = where.assemblyId === undefined ? await publisher.current(place.jointId) : null;
    const roll =
      current?.parts?.assembly.assemblyId === assemblyId
        ? [...current.units.values()]
        : await readRoll(db, { assemblyId, jointIds: [place.jointId] });
    if (!isHolder(principal)) return roll;
    const own = await ownUnits(db, principal, await directory.family(place.jointId));
    return roll.filter(
      (entry) => own.has(entry.apartmentId) || entry.registration?.holder === principal.userId,
    );
  }

  async function conceptOf(where: Where, conceptId: number) {
    const { place, assembly } = await assemblyOf(where);
    const [concept] = await readConcepts(db, {
      assemblyId: assembly.assemblyId,
      jointId: place.jointId,
      conceptId,
    });
    if (concept === undefined) throw new Problem('conceptNotFound');
    return { place, assembly, concept };
  }

  async function resultNow(where: Where, conceptId: number): Promise<LiveConcept> {
    if (where.assemblyId === undefined) {
      const { snapshot } = await publisher.current(where.jointId);
      const live = snapshot.concepts.find((concept) => concept.conceptId === conceptId);
      if (live === undefined) throw new Problem('conceptNotFound');
      return live;
    }
    const { place, assembly, concept } = await conceptOf(where, conceptId);
    const counts = await countVotes(db, assembly.assemblyId, place.jointId, [concept]);
    const standing = await standingOf(db, assembly, place.jointId);
    return resultOf(concept, counts.get(conceptId) ?? [], standing);
  }

  return {
    apartments: async (where: Where, principal: Principal): Promise<RollApartment[]> => {
      const { rootId } = await requireJoint(directory, where.jointId);
      const natureOf = await readOwnerNatures(db, rootId);
      return (await rollFor(where, principal)).map((entry) => ({
        jointId: entry.jointId,
        apartmentId: entry.apartmentId,
        owner: entry.ownerName,
        coefficient: toNumber(entry.coefficient),
        userId: shownHolder(principal, entry),
        kind: entry.kind,
        mainApartmentId: entry.mainApartmentId,
        ownerNature: natureOf(entry.ownerName, entry.ownerDocument),
      }));
    },

    records: async (where: Where, conceptId: number, principal: Principal): Promise<RecordItem[]> => {
      const { place, assembly, concept } = await conceptOf(where, conceptId);
      // Callers may see their own votes even if results are hidden.
      if (areResultsHidden(concept) && !isHolder(principal)) throw new Problem('resultsHidden');
      const roll = await rollFor(where, principal);
      const at = { assemblyId: assembly.assemblyId, jointId: place.jointId };
      const votes = conceptId === ATTENDANCE ? [] : await votesFor(db, { ...at, conceptId }, roll, principal);
      const proxies = await readProxyVoters(db, at, votes, principal);
      const listed: readonly ListedRecord[] =
        conceptId === ATTENDANCE ? roll.flatMap(registrationAsVote) : votes;
      const byUnit = new Map(listed.map((vote) => [vote.apartmentId, vote]));
      const isMasked = areAnswersMasked(concept) && !isHolder(principal);
      return roll.flatMap((entry) => {
        const vote = byUnit.get(entry.apartmentId);
        if (vote === undefined) return [];
        return [
          {
            jointId: entry.jointId,
            apartmentId: entry.apartmentId,
            conceptId,
            ...(isMasked ? { voteId: null, receipt: null } : shownVote(vote)),
            ...defined({ proxy: proxies.get(entry.apartmentId) }),
            at: new Date(vote.at).toISOString(),
            assemblyApartment: {
              userId: shownHolder(principal, entry),
              // Owner and coefficient of the count, even if the roll was corrected later.
              owner: vote.owner ?? UNKNOWN_OWNER,
              coefficient: toNumber(vote.coefficient),
            },
          },
        ];
      });
    },

    history: async (where: Where, apartmentId: string, principal: Principal): Promise<UnitRecord[]> => {
      const roll = await rollFor(where, principal);
      if (!roll.some((entry) => entry.apartmentId === apartmentId)) throw new Problem('apartmentNotFound');
      const { place, assembly } = await assemblyOf(where);
      const at = { assemblyId: assembly.assemblyId, jointId: place.jointId };
      const concepts = (await readConcepts(db, { ...at, withDeleted: true })).filter(isTold);
      const votes = await votesOfUnit(db, { ...at, apartmentId }, concepts);
      return concepts
        .filter((concept) => concept.conceptId !== ATTENDANCE)
        .map((concept) => {
          const cast = votes.find((v) => v.conceptId === concept.conceptId);
          return unitRecordOf(concept, cast, principal);
        });
    },

    concepts: async (where: Where): Promise<Concept[]> => {
      const { place, assembly } = await assemblyOf(where);
      const concepts = await readConcepts(db, { assemblyId: assembly.assemblyId, jointId: place.jointId });
      return concepts.map(conceptToApi);
    },

    concept: async (where: Where, conceptId: number): Promise<Concept> =>
      conceptToApi((await conceptOf(where, conceptId)).concept),

    activeConcept: async (jointId: number): Promise<Concept> => {
      await requireJoint(directory, jointId);
      const { epoch, conceptRevision } = await readRevisions(db, jointId);
      const held = activeConcepts.get(jointId);
      // Opening and closing a question or an assembly raises the revision of its concepts.
      if (held?.epoch === epoch && held.conceptRevision === conceptRevision) return held.concept;
      const { place, assembly } = await assemblyOf({ jointId });
      const [concept] = await readConcepts(db, {
        assemblyId: assembly.assemblyId,
        jointId: place.jointId,
        openQuestion: true,
      });
      if (concept === undefined) throw new Problem('noActiveConcept');
      const active = { epoch, conceptRevision, concept: conceptToApi(concept) };
      activeConcepts.set(jointId, active);
      return active.concept;
    },

    /** Returns the result of a question. @param voteId a single answer; hidden until the question closes */
    result: async (where: Where, conceptId: number, voteId?: number): Promise<LiveConcept> => {
      const result = await resultNow(where, conceptId);
      if (result.hidden && voteId !== undefined) throw new Problem('resultsHidden');
      return result;
    },
  };
}

/** Reads the votes on a question: of the units on the roll for an owner or a QR session, all votes for staff. */
function votesFor(
  db: Db,
  of: { assemblyId: number; jointId: number; conceptId: number },
  roll: readonly RollEntry[],
  principal: Principal,
): Promise<StoredVote[]> {
  if (!isHolder(principal)) return readVotes(db, of);
  return readVotes(db, { ...of, apartmentIds: roll.map(({ apartmentId }) => apartmentId) });
}

/**
 * Reads the proxies with a vote for units of the caller. Key: id of the unit. Value: name of the proxy, null if
 * unknown. Empty for staff. Without votes of the caller, of the desk, and of other devices of the owner.
 */
async function readProxyVoters(
  db: Db,
  at: { assemblyId: number; jointId: number },
  votes: readonly StoredVote[],
  principal: Principal,
): Promise<Map<string, string | null>> {
  const others = votes.filter(({ holder, way }) => holder !== principal.userId && way !== 'desk');
  if (!isHolder(principal) || others.length === 0) return new Map();
  const apartmentIds = others.map(({ apartmentId }) => apartmentId);
  const stays = staysByUnit(await readStays(db, { ...at, apartmentIds }));
  return new Map(
    others.flatMap((vote) => {
      const theirs = stays.get(vote.apartmentId);
      const stay = stayOfVote(theirs, vote);
      if (stay?.record.by_proxy !== 1 || isOfCaller(stay, theirs, principal)) return [];
      return [[vote.apartmentId, stay.record.attendee_name] as const];
    }),
  );
}

/**
 * True if the caller is the proxy of a registration, also under a former code: the caller holds a registration of
 * the unit with the same proxy.
 * @param theirs registrations of the unit
 */
const isOfCaller = ({ record }: Stay, theirs: readonly Stay[] = [], { userId }: Principal): boolean =>
  theirs.some(
    ({ record: own }) =>
      own.holder === userId && own.by_proxy === 1 && own.attendee_name === record.attendee_name,
  );

/** Shows a registration as a vote on the question of attendance. */
const registrationAsVote = ({ apartmentId, ownerName: owner, coefficient, registration }: RollEntry) => {
  if (registration === null) return [];
  return [
    {
      apartmentId,
      owner,
      answerId: 1,
      choices: null,
      coefficient,
      at: registration.at,
      receipt: null,
      way: undefined,
    },
  ];
};

/** Reads the current votes of a unit, and the votes ended by the deletion of a question. */
async function votesOfUnit(
  db: Db,
  of: { assemblyId: number; jointId: number; apartmentId: string },
  concepts: readonly StoredConcept[],
): Promise<UnitHistoryVote[]> {
  const votes: UnitHistoryVote[] = await readVotes(db, of);
  if (concepts.every(({ deletion }) => deletion === null)) return votes;
  for (const { record, end } of await readAnnulled<VoteTable>(db, {
    ...of,
    apartmentIds: [of.apartmentId],
  })) {
    if (end.how !== DELETED) continue;
    const { concept_id: conceptId, answer_id: answerId, choices, at, receipt } = record;
    votes.push({ conceptId, answerId, choices, at, receipt, way: voteWayOf(record) });
  }
  return votes;
}

/**
 * Shows the vote of a unit on a question, or a question without a vote of the unit (`cast` undefined). Answer and
 * receipt only for a caller that may see the answer.
 */
function unitRecordOf(
  concept: StoredConcept,
  cast: UnitHistoryVote | undefined,
  principal: Principal,
): UnitRecord {
  const vote = areAnswersMasked(concept) && !isHolder(principal) ? undefined : cast;
  return {
    conceptId: concept.conceptId,
    conceptDescription: concept.description,
    voteId: vote?.answerId ?? null,
    ...(vote === undefined ? {} : namesToApi(vote)),
    answerDescription: vote === undefined ? null : votedText(concept.answers, vote),
    at: cast === undefined ? null : new Date(cast.at).toISOString(),
    receipt: vote?.receipt ?? null,
    ...defined({ way: vote?.way }),
    ...defined({ deleted: concept.deletion === null ? undefined : deletionToApi(concept.deletion) }),
  };
}

/** Answer, receipt and device of a vote or registration, for a caller that may see the answer. */
const shownVote = ({ answerId, choices, receipt, way }: RegistrationOrVote) => ({
  voteId: answerId,
  ...namesToApi({ choices }),
  receipt,
  ...defined({ way }),
});

const namesToApi = ({ choices }: { choices: string | null }) =>
  choices === null ? {} : { voteIds: answersOf(choices) };

/** Returns the ids of the caller's own units, also units registered by another device (badge, card) of the caller. */
export async function ownUnits(
  db: Db,
  principal: Principal,
  family: readonly number[],
): Promise<Set<string>> {
  if (principal.code === null) return linkedUnits(db, principal.userId, family);
  return unitsOfCode(db, principal.code);
}

/** Returns the holder of a unit as the caller may see (`holderSeenBy`). Null for an unregistered unit. */
const shownHolder = (principal: Principal, { registration }: RollEntry): string | null =>
  registration === null ? null : holderSeenBy(principal, registration);

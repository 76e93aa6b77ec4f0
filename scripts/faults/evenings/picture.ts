/** State of an assembly in a form to compare: from the books (expected state), and from the application. */

import { sha256 } from '../../../server/platform/audit/signing.ts';
import type { TestApp } from '../../../server/testing/app.ts';
import { decimalOf, quorumByHand, reckon, weighed } from '../../../server/testing/reference-tally.ts';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import { listAssemblyApartments } from '../../../shared/assemblies/attendance.api.ts';
import { listCodes } from '../../../shared/assemblies/codes.api.ts';
import type { LiveConcept, Snapshot } from '../../../shared/assemblies/live.ts';
import { listRoll } from '../../../shared/assemblies/roll.api.ts';
import { listRecords } from '../../../shared/assemblies/votes.api.ts';
import { findHashed } from '../../../shared/evidence/code-hash.ts';
import { answerTexts, thresholdAsked } from './acts.ts';
import { type NotedAssembly, type NotedEvening, type NotedQuestion, unitsHeld } from './books.ts';
import type { Plan } from './plan.ts';

type Question = Pick<LiveConcept, 'conceptId' | 'active' | 'rule' | 'voted' | 'answers' | 'outcome'>;

/** State of an assembly as shown on every screen, in a comparable form. */
export interface Picture {
  assembly: { assemblyId: number | null; kind: string; mode: string; call: number; closed: boolean } | null;
  registered: Snapshot['registered'];
  total: Snapshot['total'];
  quorum: Snapshot['quorum'];
  registration: number;
  questions: Question[];
}

/** Lists of the registration desk in a comparable form. */
export interface Lists {
  /** Owner, kind, coefficient on the assembly's roll, and holder of each unit. */
  units: Record<string, { owner: string; kind: string; coefficient: number; holder: string | null }>;
  /** Number of changed fields in corrections that wait, by unit. */
  waiting: Record<string, number>;
  /** Votes by question, each as text `unit=answer`. */
  votes: Record<string, string[]>;
  /** Units held with each valid QR card. */
  cards: Record<string, string[]>;
}

/**
 * Precision for comparing shares. Further decimals differ by the order of division, and no screen shows so many.
 */
const SHARE = 1e12;
const rounded = (share: number): number => Math.round(share * SHARE) / SHARE;

function questionByHand(noted: NotedAssembly, question: NotedQuestion): Question {
  const { conceptId, active, closing, rule, approving, blank, votes } = question;
  const { mode, call, roll } = noted;
  const stands = closing ?? { mode, call, roll, present: new Set(noted.present.keys()) };
  const { answers: many } = question;
  const reckoned = reckon({
    rule,
    threshold: thresholdAsked(rule),
    answers: many,
    approving,
    blank,
    votes,
    ...stands,
    open: closing === null,
  });
  const texts = answerTexts(many);
  const answers = reckoned.answers.map((one, at) => ({ ...one, answerDescription: texts[at] ?? '' }));
  const outcome = reckoned.outcome && { ...reckoned.outcome, share: rounded(reckoned.outcome.share) };
  return { conceptId, active: active ? 1 : 0, rule, voted: reckoned.voted, answers, outcome };
}

/**
 * Returns the expected state of an assembly, computed from the books (`NotedAssembly`) and not by the
 * application.
 */
export function pictureByHand(noted: NotedAssembly): Picture {
  const { assemblyId, kind, mode, call, closed } = noted;
  return {
    assembly: { assemblyId, kind, mode, call, closed },
    registered: weighed(noted.roll.filter(({ id }) => noted.present.has(id))),
    total: weighed(noted.roll),
    quorum: quorumByHand(noted),
    registration: noted.registration ? 1 : 0,
    questions: [...noted.questions.values()].map((question) => questionByHand(noted, question)),
  };
}

/**
 * Returns the state of an assembly in a comparable form, from the state sent by a server or merged by a
 * screen.
 */
export function pictureOf(
  shown: Pick<Snapshot, 'assembly' | 'registered' | 'total' | 'quorum' | 'concepts'>,
): Picture {
  const { assembly, registered, total, quorum, concepts } = shown;
  return {
    assembly: assembly && {
      assemblyId: assembly.assemblyId,
      kind: assembly.kind,
      mode: assembly.mode,
      call: assembly.call,
      closed: assembly.closedAt !== null,
    },
    registered,
    total,
    quorum,
    registration: concepts.find(({ conceptId }) => conceptId === 1)?.active ?? 0,
    questions: concepts.slice(1).map(({ conceptId, active, rule, voted, answers, outcome }) => ({
      conceptId,
      active,
      rule,
      voted,
      answers,
      outcome: outcome && { ...outcome, share: rounded(outcome.share) },
    })),
  };
}

/**
 * Returns the part of a state sure to be on a screen: for an open question without base and share, because
 * both change with every registration and vote.
 */
export function onScreen(shown: Picture): Picture {
  const questions = shown.questions.map((question) => {
    const { outcome } = question;
    if (outcome?.status !== 'open') return question;
    const still = { base: { apartments: 0, coefficient: 0 }, share: 0, passesHalf: null, answerId: null };
    return { ...question, outcome: { ...outcome, ...still } };
  });
  return { ...shown, questions };
}

/**
 * Returns the expected lists of the registration desk, computed from the books and not by the application.
 */
export function listsByHand({ plan, now, revoked }: NotedEvening): Lists {
  const waiting: Lists['waiting'] = {};
  for (const { unit } of now.waiting) waiting[unit] = 1;
  return {
    units: Object.fromEntries(
      now.roll.map(({ id, owner, kind, nano }) => {
        const holder = now.present.get(id)?.holder ?? null;
        return [id, { owner, kind, coefficient: Number(decimalOf(nano)), holder }];
      }),
    ),
    waiting,
    votes: Object.fromEntries(
      [...now.questions.values()].map(({ conceptId, votes }) => [
        conceptId,
        [...votes].map(([id, { answerId }]) => `${id}=${answerId}`).sort(),
      ]),
    ),
    cards: Object.fromEntries(
      plan.cards.flatMap((code, card) =>
        // Cards hold no units after the assembly.
        revoked.has(card) ? [] : [[code, now.closed ? [] : unitsHeld(now, code).sort()]],
      ),
    ),
  };
}

/** Function to call the API with the desk's session, with retries until answered. */
type Read = TestApp['call'];

/**
 * Reads the state of the current assembly from a server, in a comparable form; of an earlier assembly by
 * number.
 */
export async function readPicture(read: Read, jointId: number, assemblyId?: number): Promise<Picture> {
  const query = assemblyId === undefined ? {} : { assemblyId };
  return pictureOf((await read(getSnapshot, { params: { jointId }, query })).body);
}

/**
 * Reads the lists of the registration desk from a server, in a comparable form.
 * @param cards codes of the cards, because the lists have hashes
 */
export async function readLists(
  read: Read,
  { jointId, cards }: Pick<Plan, 'jointId' | 'cards'>,
  questions: readonly number[],
): Promise<Lists> {
  const params = { jointId };
  const [roll, holders, codes, ...records] = await Promise.all([
    read(listRoll, { params, query: {} }),
    read(listAssemblyApartments, { params, query: {} }),
    read(listCodes, { params }),
    ...questions.map((conceptId) => read(listRecords, { params: { jointId, conceptId }, query: {} })),
  ]);
  const wholeCodes = new Map(
    cards.flatMap((card) => {
      const listed = findHashed(sha256, codes.body, card);
      return listed ? [[listed.codeId, card] as const] : [];
    }),
  );
  const holderOf = new Map(
    holders.body.map(({ apartmentId, userId }) => [apartmentId, wholeCodes.get(userId ?? '') ?? userId]),
  );
  return {
    units: Object.fromEntries(
      roll.body.map(({ apartmentId, owner, kind, coefficient }) => {
        return [apartmentId, { owner, kind, coefficient, holder: holderOf.get(apartmentId) ?? null }];
      }),
    ),
    waiting: Object.fromEntries(
      roll.body.flatMap(({ apartmentId, pending }) => (pending === null ? [] : [[apartmentId, 1]])),
    ),
    votes: Object.fromEntries(
      records.map(({ body }, at) => [
        String(questions[at]),
        body.map(({ apartmentId, voteId }) => `${apartmentId}=${voteId}`).sort(),
      ]),
    ),
    cards: Object.fromEntries(
      codes.body.map(({ codeId, apartments }) => [wholeCodes.get(codeId), [...apartments].sort()]),
    ),
  };
}

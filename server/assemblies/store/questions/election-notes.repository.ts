import {
  type Acceptance,
  type ElectionNotes,
  personKey,
} from '../../../../shared/assemblies/elections/election.ts';
import { readActorNames } from '../../../accounts/index.ts';
import type { Db } from '../../../platform/db/engine.ts';
import type { Millis } from '../../../platform/db/tables.ts';
import { answersOf } from './votes.repository.ts';

interface QuestionKey {
  assemblyId: number;
  jointId: number;
  conceptId: number;
}

/** Question, and the number of the closed interval that a note is about. */
type ClosingKey = QuestionKey & { interval: number };

/** Result of lots drawn in public between tied answers of an election, as noted by a person. */
export interface NotedLot {
  /** Numbers of the tied answers, the winner of the drawing first. */
  order: readonly number[];
  /** Words of the author about the drawing. */
  how: string;
  /** Name of the author of the note; null if not recorded. */
  by: string | null;
  at: Millis;
  /** True if noted after the end of the assembly. */
  isAfterEnd: boolean;
}

/** Notes on an election made after a closing: lots drawn between equals, and seats accepted or declined. */
export interface StoredNotes extends ElectionNotes {
  /** Drawings of lots, in order of time. */
  noted: readonly NotedLot[];
  /** Keys (`personKey`) of candidates with a note made after the end of the assembly. */
  afterEnd: ReadonlySet<string>;
  /** Keys (`personKey`) of candidates with an answer from the own session. */
  own: ReadonlySet<string>;
}

/** Value of `how` for an answer of the elected person from the own session; null for a note of the desk. */
const OWN = 'own';

interface Note extends ClosingKey {
  kind: 'lot' | 'acceptance';
  subject: string;
  value: string;
  how: string | null;
  by: string;
  at: Millis;
}

/**
 * Reads the notes (lots drawn, seats accepted or declined) on elections of a joint (co-owned property), or on
 * a single election. The returned function gives the notes made after a closing: `interval` is the number of
 * the period, from 1.
 * @param of `conceptId`: number of the single election
 */
export async function readElectionNotes(
  db: Db,
  of: { assemblyId: number; jointId: number; conceptId?: number },
): Promise<(closing: { conceptId: number; interval: number }) => StoredNotes> {
  let query = db
    .selectFrom('election_note')
    .innerJoin('assembly', 'assembly.assembly_id', 'election_note.assembly_id')
    .selectAll('election_note')
    .select('closed_at')
    .where('election_note.assembly_id', '=', of.assemblyId)
    .where('election_note.joint_id', '=', of.jointId)
    .orderBy('at')
    .orderBy('subject');
  if (of.conceptId !== undefined) query = query.where('concept_id', '=', of.conceptId);
  const rows = await query.execute();
  const who =
    rows.length === 0 ? null : await readActorNames(db, [...new Set(rows.map((row) => row.noted_by))]);
  return ({ conceptId, interval }) => {
    const theirs = rows.filter((row) => row.concept_id === conceptId && row.interval === interval);
    const isAfterEnd = (row: (typeof rows)[number]) => row.closed_at !== null && row.at > row.closed_at;
    const noted = theirs
      .filter(({ kind }) => kind === 'lot')
      .map((row) => ({
        order: answersOf(row.value),
        how: row.how ?? '',
        by: who?.actor(row.noted_by, row.at) ?? null,
        at: row.at,
        isAfterEnd: isAfterEnd(row),
      }));
    const acceptances = theirs
      .filter(({ kind }) => kind === 'acceptance')
      .map(({ subject, value }): [string, Acceptance] => [
        subject,
        value === 'accepted' ? 'accepted' : 'declined',
      ]);
    const afterEnd = new Set(
      theirs.filter((row) => row.kind === 'acceptance' && isAfterEnd(row)).map(({ subject }) => subject),
    );
    const own = new Set(theirs.filter(({ how }) => how === OWN).map(({ subject }) => subject));
    return { noted, lots: noted.map(({ order }) => order), acceptances: new Map(acceptances), afterEnd, own };
  };
}

/** Stores the result of a drawing of lots; the caller checked for an earlier lot among the same answers. */
export const insertLot = (
  trx: Db,
  closing: ClosingKey,
  { order, how, by, at }: { order: readonly number[]; how: string; by: string; at: Millis },
): Promise<void> => {
  const subject = [...order].sort((a, b) => a - b).join(',');
  return upsert(trx, { ...closing, kind: 'lot', subject, value: order.join(','), how, by, at });
};

/**
 * Stores that an elected candidate accepted or declined the office. The latest note counts, so a note gets a
 * time at least a millisecond after the note before.
 * @param note.answerId id of the candidate's answer
 * @param note.place the candidate's place in the list of the answer, from 1
 * @param note.at epoch ms
 * @param note.isOwn true for an answer from the own session
 */
export const keepAcceptance = async (
  trx: Db,
  closing: ClosingKey,
  note: {
    answerId: number;
    place: number;
    acceptance: Acceptance;
    by: string;
    at: Millis;
    isOwn: boolean;
  },
): Promise<void> => {
  const { answerId, place, acceptance: value, by } = note;
  const { last } = await trx
    .selectFrom('election_note')
    .select((eb) => eb.fn.max('at').as('last'))
    .where('assembly_id', '=', closing.assemblyId)
    .where('joint_id', '=', closing.jointId)
    .where('concept_id', '=', closing.conceptId)
    .where('interval', '=', closing.interval)
    .executeTakeFirstOrThrow();
  const at = Math.max(note.at, (last ?? 0) + 1);
  await upsert(trx, {
    ...closing,
    kind: 'acceptance',
    subject: personKey(answerId, place),
    value,
    how: note.isOwn ? OWN : null,
    by,
    at,
  });
};

async function upsert(trx: Db, note: Note): Promise<void> {
  const { value, how, by, at } = note;
  await trx
    .insertInto('election_note')
    .values({
      assembly_id: note.assemblyId,
      joint_id: note.jointId,
      concept_id: note.conceptId,
      interval: note.interval,
      kind: note.kind,
      subject: note.subject,
      value,
      how,
      noted_by: by,
      at,
    })
    .onConflict((on) =>
      on
        .columns(['assembly_id', 'joint_id', 'concept_id', 'interval', 'kind', 'subject'])
        .doUpdateSet({ value, how, noted_by: by, at }),
    )
    .execute();
}

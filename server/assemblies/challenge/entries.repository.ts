import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { NamedPerson } from '../../../shared/properties/person.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameRollUnit } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Entry of the audit trail about an assembly, with the facts that the grounds of a challenge need. */
export interface ChallengeEntry {
  act: string;
  at: Millis;
  data: Record<string, unknown>;
}

/** Acts that send a notice to owners: by mail, letter and shared text. */
export const NOTICES: readonly string[] = ['invitationsQueued', 'lettersPrinted', 'noticeShared'];

/** Agenda, mode and hour (epoch ms) of a sent notice. Older entries lack the hour. */
interface SentFacts {
  agenda: string | null;
  mode: Assembly['mode'];
  scheduledAt?: Millis | null;
}

/** Returns the facts of the last sent notice; undefined before the first. */
export const lastNotice = (acts: readonly ChallengeEntry[]): SentFacts | undefined =>
  acts.findLast(({ act }) => NOTICES.includes(act))?.data.assembly as SentFacts | undefined;

/** Acts with facts about the grounds: points of the agenda, the second call, notices, declared facts, ends of the assembly. */
const ACTS_OF_GROUNDS = [
  ...NOTICES,
  'pointOpened',
  'secondCall',
  'groundFactsDeclared',
  'assemblyClosed',
  'assemblyArchived',
];

/** Reads the acts of an assembly that the grounds of a challenge need, oldest first. */
export async function readChallengeEntries(
  db: Db,
  { rootId, assemblyId, since }: { rootId: number; assemblyId: number; since: Millis },
): Promise<ChallengeEntry[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['act', 'at', 'data'])
    .where('chain', '=', jointChain(rootId))
    .where('act', 'in', ACTS_OF_GROUNDS)
    .where('at', '>=', since)
    .orderBy('seq')
    .execute();
  return rows
    .map(({ data, ...row }): ChallengeEntry => ({ ...row, data: JSON.parse(data) }))
    .filter(({ data }) => data.assemblyId === assemblyId);
}

/** Reads names and documents of the persons registered as delegate of co-owners, or as legal representative. */
export async function readDelegates(
  db: Db,
  assemblyId: number,
  jointIds: readonly number[],
): Promise<NamedPerson[]> {
  const rows = await db
    .selectFrom('attendance')
    .select(['attendee_name as name', 'attendee_document as document'])
    .distinct()
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', 'in', jointIds)
    .where('capacity', 'in', ['delegate', 'legalRepresentative'])
    .execute();
  return rows.map(({ name, document }) => ({ name: name ?? '', document }));
}

/**
 * Reads the instant of the first decision of an assembly and its sectors, epoch ms: the earliest of the last closings
 * of the questions. Null without a closed question.
 */
export async function readFirstDecision(db: Db, assemblyId: number): Promise<Millis | null> {
  const { at } = await db
    .selectFrom('concept')
    .select((eb) => eb.fn.min('closed_at').as('at'))
    .where('assembly_id', '=', assemblyId)
    .where('concept_id', '<>', ATTENDANCE)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}

/** Counts the owners on a roll without a registration until now. */
export async function countAbsentOwners(db: Db, assemblyId: number, jointId: number): Promise<number> {
  const ofRoll = () =>
    db.selectFrom('roll_unit as u').where('u.assembly_id', '=', assemblyId).where('u.joint_id', '=', jointId);
  const here = ofRoll()
    .innerJoin('attendance as t', (join) => join.on(sameRollUnit('u', 't')))
    .select('u.person_key');
  const left = ofRoll()
    .innerJoin('annulment as t', (join) => join.on(sameRollUnit('u', 't')))
    .where('t.concept_id', '=', ATTENDANCE)
    .select('u.person_key');
  const { owners } = await ofRoll()
    .where('u.person_key', 'not in', here.union(left))
    .select((eb) => eb.fn.count<number>('u.person_key').distinct().as('owners'))
    .executeTakeFirstOrThrow();
  return Number(owners);
}

import { notedWords } from '../../../shared/assemblies/concept-words.ts';
import { defined } from '../../../shared/defined.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { intervalsOf } from '../questions/result.ts';
import { readConcepts, thresholdToApi, votePerToApi } from '../store/questions/concepts.repository.ts';
import type { DeletedQuestion, PointCourse, PresenceCheck } from './acta-facts.ts';

interface ActaKey {
  assemblyId: number;
  jointId: number;
}

/** Entry of the audit trail about an assembly, with the facts parsed from JSON. Source of the acta. */
export interface AssemblyAct {
  /** Name of the recorded action, for example 'conceptActivated'. */
  act: string;
  at: Millis;
  /** Author as stored, not a shown name: 'user:12', or 'code:…' for a card or badge. */
  actor: string;
  /** Facts of the entry by name. The names depend on `act`, for example `{ conceptId: 3 }`. */
  data: Record<string, unknown>;
}

/**
 * Kinds of audit entries that the acta needs and no table stores, for example overridden warnings, acts on whole
 * questions, the second call and changes of mode.
 */
const ACTS_IN_ACTA = [
  'invitationsQueued',
  'lettersPrinted',
  'noticeShared',
  'assemblyOpened',
  'assemblyClosed',
  'assemblyArchived',
  'assemblyClarified',
  'jointChanged',
  'conceptCreated',
  'conceptActivated',
  'agendaItemMoved',
  'secondCall',
  'pointOpened',
  'pointWritten',
  'assemblyChanged',
  'conceptDeactivated',
  'conceptReset',
  'conceptDeleted',
  'voteAnnulled',
  'freed',
  'holdersMoved',
  'paperTyped',
  'turnGiven',
  'turnExtended',
  'turnEnded',
  'proposalWritten',
  'proposalWithdrawn',
  'proposalAsked',
];

/**
 * Reads the point of the agenda from the facts of an audit entry 'pointOpened' or 'turnGiven'; null if no point was
 * open then.
 */
export const openedPoint = ({
  point,
  text,
}: AssemblyAct['data']): Pick<PointCourse, 'number' | 'text'> | null =>
  point === null ? null : { number: Number(point), text: typeof text === 'string' ? text : null };

/** Kinds of audit entries of the joint that belong to no assembly. */
const OF_NO_ASSEMBLY: ReadonlySet<string> = new Set(['epochBegan']);

/**
 * Reads the audit entries about an assembly, oldest first, as the source of the acta. Also the entries about
 * restores of the database since the beginning of the assembly (`since`, epoch ms).
 */
export async function readAssemblyActs(
  db: Db,
  { rootId, assemblyId, since }: { rootId: number; assemblyId: number; since: Millis },
): Promise<AssemblyAct[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['act', 'at', 'actor', 'data'])
    .where('chain', '=', jointChain(rootId))
    .where('act', 'in', [...ACTS_IN_ACTA, ...OF_NO_ASSEMBLY])
    .where('at', '>=', since)
    .orderBy('seq')
    .execute();
  return rows
    .map((row): AssemblyAct => ({ ...row, data: JSON.parse(row.data) }))
    .filter(({ act, data }) => OF_NO_ASSEMBLY.has(act) || data.assemblyId === assemblyId);
}

/**
 * Reads the deleted questions of an assembly with the results announced before the deletion, because the acta must
 * list announced results (specification, section 5, rule 25).
 */
export async function readDeletedQuestions(db: Db, where: ActaKey): Promise<DeletedQuestion[]> {
  const concepts = await readConcepts(db, { ...where, withDeleted: true });
  return concepts
    .filter(({ deletion }) => deletion !== null)
    .map((concept) => {
      const { conceptId, description, agendaItem, matter, openedAt, intervals, rule } = concept;
      const threshold = thresholdToApi(concept);
      const decided = { rule, ...votePerToApi(concept), ...defined({ threshold: threshold ?? undefined }) };
      const noted = intervalsOf(concept, 0, { voted: { apartments: 0, coefficient: 0 }, outcome: null });
      const closings = intervals.flatMap(({ closedAt, result }, i) =>
        closedAt === null || result === null
          ? []
          : [
              {
                closedAt,
                ...decided,
                ...result,
                noted: noted[i] === undefined ? [] : notedWords(result, noted[i]),
              },
            ],
      );
      return { conceptId, description, agendaItem, matter, openedAt, closings };
    });
}

/**
 * Reads each quorum check ('Verificar quórum') of a joint for the acta, with the numbers of asked and confirmed
 * units, including units with a later departure.
 */
export async function readPresenceChecks(db: Db, { assemblyId, jointId }: ActaKey): Promise<PresenceCheck[]> {
  const rows = await db
    .selectFrom('quorum_check as c')
    .innerJoin('quorum_check_unit as u', 'u.check_id', 'c.check_id')
    .select((eb) => [
      'c.check_id',
      'c.started_at',
      eb.fn.countAll<number>().as('asked_units'),
      eb.fn.count<number>('u.confirmed_at').as('confirmed'),
    ])
    .where('c.assembly_id', '=', assemblyId)
    .where('u.joint_id', '=', jointId)
    .groupBy(['c.check_id', 'c.started_at'])
    .orderBy('c.check_id')
    .execute();
  return rows.map((row) => ({
    startedAt: row.started_at,
    askedUnits: row.asked_units,
    confirmed: row.confirmed,
  }));
}

import { type MeetingFact, meetingFactText } from '../../../shared/assemblies/facts/facts.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';

/** Facts of the notice that an invitation states. A later mail lists the changes. */
const CALLED = ['scheduledAt', 'place', 'mode', 'agenda'] as const satisfies MeetingFact[];

/**
 * Fact of the notice to owners (place, date, agenda …) that changed after the last invitation to a person. The next
 * invitation lists the change.
 */
export interface CallChange {
  /** Name of the changed fact. */
  fact: (typeof CALLED)[number];
  /** Old value in Spanish words; null if empty. */
  before: string | null;
  /** New value in Spanish words; null if empty. */
  after: string | null;
}

/**
 * Lists the differences between the notice in the last invitation to a person and the present notice, for the next
 * mail. Empty before a first mail.
 */
export async function readCallChanges(
  db: Db,
  { rootId, assemblyId, userId }: { rootId: number; assemblyId: number; userId: number },
): Promise<CallChange[]> {
  const { sentAt } = await db
    .selectFrom('mail_message')
    .select((eb) => eb.fn.max<number | null>('sent_at').as('sentAt'))
    .where('assembly_id', '=', assemblyId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'invitation')
    .executeTakeFirstOrThrow();
  if (sentAt === null) return [];
  const rows = await db
    .selectFrom('audit_entry')
    .select(['at', 'data'])
    .where('chain', '=', jointChain(rootId))
    .where('act', 'in', ['assemblyChanged', 'assemblyOpened'])
    .orderBy('seq')
    .execute();
  const versions = rows
    .map(({ at, data }) => ({ at, told: JSON.parse(data) }))
    .filter(({ told }) => told.assemblyId === assemblyId && told.assembly !== undefined);
  const [before, now] = [versions.findLast(({ at }) => at <= sentAt), versions.at(-1)];
  if (before === undefined || now === undefined) return [];
  return CALLED.flatMap((fact): CallChange[] => {
    const [was, is] = [before, now].map(({ told }) => meetingFactText(fact, told.assembly[fact]));
    return was === is ? [] : [{ fact, before: was ?? null, after: is ?? null }];
  });
}

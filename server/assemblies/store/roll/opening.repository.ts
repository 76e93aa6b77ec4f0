import { type Selectable, sql } from 'kysely';
import { ATTENDANCE, REGISTERED } from '../../../../shared/assemblies/concepts.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { type Db, jsonTable } from '../../../platform/db/engine.ts';
import { sameUnit } from '../../../platform/db/queries.ts';
import type { Millis, Tables } from '../../../platform/db/tables.ts';
import { type OneVoteEach, readOneVoteEach } from '../../../properties/index.ts';
import { openEntries } from './entries.repository.ts';
import { settlePersons, storedDocuments } from './persons.repository.ts';

const REGISTRATION_CONCEPT = 'Registro de asistencia';
const REGISTERED_ANSWER = 'Registrado';

/**
 * Prepares a new joint with sectors for assemblies: creates the counters of changes (revisions), and the
 * first assembly, in preparation. Until the opening, the assembly's roll follows the table of units.
 */
export async function prepareAssembly(
  trx: Db,
  joint: { rootJointId: number; jointIds: readonly number[]; at: Millis },
): Promise<void> {
  await startRevisions(trx, joint.jointIds);
  const { assembly_id } = await trx
    .insertInto('assembly')
    .values({
      joint_id: joint.rootJointId,
      kind: 'ordinary',
      mode: 'inPerson',
      call: 1,
      created_at: joint.at,
    })
    .returning('assembly_id')
    .executeTakeFirstOrThrow();
  await startConcepts(trx, assembly_id, joint.jointIds, joint.at);
}

/**
 * Prepares a new sector for assemblies: creates the counter of changes (revision), and concept 1 (attendance)
 * in the newest assembly of the joint.
 */
export async function prepareSector(
  trx: Db,
  { rootJointId, jointId, at }: { rootJointId: number; jointId: number; at: Millis },
): Promise<void> {
  await startRevisions(trx, [jointId]);
  const current = await trx
    .selectFrom('assembly')
    .select('assembly_id')
    .where('joint_id', '=', rootJointId)
    .orderBy('assembly_id', 'desc')
    .executeTakeFirstOrThrow();
  await startConcepts(trx, current.assembly_id, [jointId], at);
}

const startRevisions = (trx: Db, jointIds: readonly number[]) =>
  trx
    .insertInto('joint_revision')
    .values(
      jointIds.map((jointId) => ({
        joint_id: jointId,
        revision: 0,
        attendance_revision: 0,
        concept_revision: 0,
      })),
    )
    .execute();

/**
 * Creates concept 1 (attendance) for joints of a new assembly.
 * @param at current time, epoch ms
 */
export async function startConcepts(
  trx: Db,
  assemblyId: number,
  jointIds: readonly number[],
  at: Millis,
): Promise<void> {
  for (const jointId of jointIds) {
    const concept = { assembly_id: assemblyId, joint_id: jointId, concept_id: ATTENDANCE };
    await trx
      .insertInto('concept')
      .values({
        ...concept,
        description: REGISTRATION_CONCEPT,
        active: 0,
        created_at: at,
        ...columnsOf(await readOneVoteEach(trx, jointId)),
      })
      .execute();
    await trx
      .insertInto('answer')
      .values({ ...concept, answer_id: REGISTERED, description: REGISTERED_ANSWER })
      .execute();
  }
}

const columnsOf = ({ perUnitKinds, votePer }: OneVoteEach) => ({
  per_unit_kinds: JSON.stringify(perUnitKinds),
  vote_per: votePer,
});

/**
 * Stores the joint's rule for equal votes (kinds of units with a vote, or one vote per owner) on the attendance of
 * an assembly, so that screens can show the rule before any question. An ended assembly stays unchanged.
 */
export async function showOneVoteEach(
  trx: Db,
  where: { jointId: number; assemblyId: number },
  votes: OneVoteEach,
): Promise<void> {
  await trx
    .updateTable('concept')
    .set(columnsOf(votes))
    .where('assembly_id', '=', where.assemblyId)
    .where('joint_id', '=', where.jointId)
    .where('concept_id', '=', ATTENDANCE)
    // An ended assembly keeps the rule of its end.
    .where('assembly_id', 'in', (eb) =>
      eb.selectFrom('assembly').select('assembly_id').where('closed_at', 'is', null),
    )
    .execute();
}

/**
 * Copies the joint's changed table of units to the roll of the current assembly, if the assembly is in preparation
 * or its roll has no unit of the joint yet. A roll in use never changes.
 */
export async function refreshRoll(trx: Db, jointId: number): Promise<void> {
  const assembly = await trx
    .selectFrom('assembly as a')
    .innerJoin('joint as j', (join) =>
      join.on((eb) => eb('a.joint_id', '=', eb.fn.coalesce('j.parent_joint_id', 'j.joint_id'))),
    )
    .select(['a.assembly_id', 'a.opened_at'])
    .where('j.joint_id', '=', jointId)
    .where('a.archived_at', 'is', null)
    .executeTakeFirst();
  if (assembly === undefined) return;
  const inRoll = trx
    .selectFrom('roll_unit')
    .select('apartment_id')
    .where('assembly_id', '=', assembly.assembly_id)
    .where('joint_id', '=', jointId)
    .limit(1);
  if (assembly.opened_at !== null && (await inRoll.executeTakeFirst()) !== undefined) return;
  await copyRoll(trx, assembly.assembly_id, jointId);
}

/** Unit on the assembly's roll, without the columns that name the roll. */
type RollRow = Omit<Selectable<Tables['roll_unit']>, 'assembly_id' | 'joint_id' | 'version'>;

/**
 * Copies the joint's present table of units to the roll of an assembly. From then on the roll changes only by
 * corrections.
 */
export async function copyRoll(trx: Db, assemblyId: number, jointId: number): Promise<void> {
  for (const table of ['roll_unit', 'roll_entry'] as const) {
    await trx
      .deleteFrom(table)
      .where('assembly_id', '=', assemblyId)
      .where('joint_id', '=', jointId)
      .execute();
  }
  const units = await trx
    .selectFrom('apartment as a')
    .leftJoin('ownership as o', (join) => join.on(sameUnit('o', 'a')).on('o.until', 'is', null))
    .select(['a.apartment_id', 'a.position', 'a.kind', 'a.main_apartment_id', 'a.coefficient'])
    .select(['o.owner_name', 'o.owner_document'])
    .where('a.joint_id', '=', jointId)
    .where('a.retired_at', 'is', null)
    .execute();
  const rows: RollRow[] = units.map((unit) => ({
    ...unit,
    owner_name: unit.owner_name ?? '',
    owner_key: '',
    owner_documents: storedDocuments(unit.owner_document),
    person_key: '',
  }));
  if (rows.length === 0) return;
  await trx
    .insertInto('roll_unit')
    .columns([
      'assembly_id',
      'joint_id',
      'apartment_id',
      'position',
      'kind',
      'main_apartment_id',
      'owner_name',
      'owner_document',
      'owner_key',
      'owner_documents',
      'person_key',
      'coefficient',
    ])
    .expression((eb) =>
      eb
        .selectFrom(
          jsonTable<RollRow>(trx, rows, {
            apartment_id: 'text',
            position: 'integer',
            kind: 'text',
            main_apartment_id: 'text',
            owner_name: 'text',
            owner_document: 'text',
            owner_key: 'text',
            owner_documents: 'text',
            person_key: 'text',
            coefficient: 'bigint',
          }).as('r'),
        )
        .select([
          sql<number>`cast(${assemblyId} as integer)`.as('assembly_id'),
          sql<number>`cast(${jointId} as integer)`.as('joint_id'),
        ])
        .select(['apartment_id', 'position', 'kind', 'main_apartment_id'])
        .select([
          'owner_name',
          'owner_document',
          'owner_key',
          'owner_documents',
          'person_key',
          'coefficient',
        ]),
    )
    .execute();
  await openEntries(trx, assemblyId, jointId);
  const { opened_at } = await trx
    .selectFrom('assembly')
    .select('opened_at')
    .where('assembly_id', '=', assemblyId)
    .executeTakeFirstOrThrow();
  await settlePersons(trx, {
    assemblyId,
    ...defined({ only: opened_at === null ? undefined : { jointId } }),
  });
}

import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn, sameRollUnit } from '../../platform/db/queries.ts';
import { readAssemblyFacts } from '../store/assembly.repository.ts';
import type { RepresentedThen } from '../store/attendance/presence.repository.ts';

/**
 * Reads the present records of an assembly from the tables (attendance, votes, annulments, roll, powers,
 * openings, closings), as files of JSON lines. Key: name of the file. Value: bytes. Verifiers compute the
 * same records from the audit trail, so a record changed by hand shows.
 * @param hide replaces secret codes in lines
 */
export async function standingRecords(
  db: Db,
  assemblyId: number,
  hide: (lines: readonly string[]) => Promise<string[]>,
): Promise<Map<string, Uint8Array>> {
  const lines = (rows: readonly (readonly unknown[])[]) => rows.map((row) => `${JSON.stringify(row)}\n`);
  const attendance = await db
    .selectFrom('attendance as t')
    .innerJoin('roll_entry as e', (join) =>
      join.on(sameRollUnit('e', 't')).onRef('e.version', '=', 't.roll_version'),
    )
    .selectAll('t')
    .select('e.coefficient')
    .where('t.assembly_id', '=', assemblyId)
    .execute();
  const votes = await db.selectFrom('vote').selectAll().where('assembly_id', '=', assemblyId).execute();
  const annulled = await db
    .selectFrom('annulment')
    .selectAll()
    .where('assembly_id', '=', assemblyId)
    .execute();
  const roll = await db.selectFrom('roll_unit').selectAll().where('assembly_id', '=', assemblyId).execute();
  const powers = await db
    .selectFrom('power as p')
    .innerJoin('power_unit as u', 'u.power_id', 'p.power_id')
    .selectAll('p')
    .select(['u.apartment_id', 'u.standing', 'u.ended_at', 'u.ended_by', 'u.ended_how', 'u.ended_reason'])
    .where('p.assembly_id', '=', assemblyId)
    .execute();
  const intervals = await db
    .selectFrom('question_interval')
    .selectAll()
    .where('assembly_id', '=', assemblyId)
    .execute();
  const grounds = await db
    .selectFrom('closing_ground as g')
    .innerJoin('ballot_tree as b', (join) =>
      join.on(sameIn('b', 'g', ['assembly_id', 'joint_id', 'concept_id'])).onRef('b.seq', '=', 'g.trail_seq'),
    )
    .select(['g.joint_id', 'g.concept_id', 'g.trail_seq', 'g.represented'])
    .where('g.assembly_id', '=', assemblyId)
    .execute();
  const { openedAt, closedAt } = await db
    .selectFrom('assembly')
    .select(['opened_at as openedAt', 'closed_at as closedAt'])
    .where('assembly_id', '=', assemblyId)
    .executeTakeFirstOrThrow();
  const { questions, presence } = await questionRecords(db, assemblyId);
  const facts = { ...(await readAssemblyFacts(db, assemblyId)), openedAt, closedAt };
  const files = new Map([
    [
      'registros/asistencia.jsonl',
      lines(
        attendance.map((row) => [
          ...[row.joint_id, row.apartment_id, row.holder, row.at, row.attendee_name, row.attendee_document],
          ...[row.by_proxy, row.capacity, row.coefficient, row.remote],
        ]),
      ),
    ],
    ['registros/preguntas.jsonl', lines(questions)],
    ['registros/presencia.jsonl', lines(presence)],
    [
      'registros/votos.jsonl',
      lines(
        votes.map((row) => [
          ...[row.joint_id, row.concept_id, row.apartment_id, row.answer_id, row.coefficient, row.receipt],
          ...[row.holder, row.cast_by, row.kind, row.remote, row.choices ?? '', row.at],
        ]),
      ),
    ],
    [
      'registros/anulaciones.jsonl',
      lines(
        annulled.map((row) => [
          ...[row.joint_id, row.concept_id, row.apartment_id, row.act, row.annulled_at, row.reason],
          ...[row.annulled_by, ...annulledRecord(row.record)],
        ]),
      ),
    ],
    [
      'registros/censo.jsonl',
      lines(
        roll.map((row) => [
          ...[row.joint_id, row.apartment_id, row.owner_name, row.owner_document, row.kind, row.coefficient],
        ]),
      ),
    ],
    ['registros/asamblea.jsonl', lines(Object.entries(facts))],
    [
      'registros/poderes.jsonl',
      lines(
        powers.map((row) => [
          ...[row.power_id, row.apartment_id, row.granter_name, row.granter_document, row.holder_name],
          ...[row.holder_document, row.origin, row.instructions, row.entered_at, row.entered_by, row.state],
          ...[row.decided_at, row.decided_by, row.reason, row.standing, row.ended_at, row.ended_by],
          ...[row.ended_how, row.ended_reason],
        ]),
      ),
    ],
    [
      'registros/cierres.jsonl',
      lines(
        grounds.flatMap((row) => {
          const units: [apartmentId: string, version: number][] = JSON.parse(row.represented);
          return units.map((unit) => [row.joint_id, row.concept_id, row.trail_seq, ...unit]);
        }),
      ),
    ],
    [
      'registros/intervalos.jsonl',
      lines(
        intervals.map((row) => [
          ...[row.joint_id, row.concept_id, row.number, row.opened_at, row.opened_by, row.reason],
          ...[row.closed_at, row.closed_by, row.votes],
        ]),
      ),
    ],
  ]);
  const hidden = await Promise.all(
    [...files].map(async ([name, texts]) => [name, utf8((await hide(texts)).sort().join(''))] as const),
  );
  return new Map(hidden);
}

/** Reads questions, also deleted questions, and the attendance at openings and closings, as rows. */
async function questionRecords(
  db: Db,
  assemblyId: number,
): Promise<{ questions: unknown[][]; presence: unknown[][] }> {
  const concepts = await db
    .selectFrom('concept')
    .selectAll()
    .where('assembly_id', '=', assemblyId)
    .where('concept_id', '>', ATTENDANCE)
    .execute();
  const answers = await db
    .selectFrom('answer')
    .selectAll()
    .where('assembly_id', '=', assemblyId)
    .orderBy('answer_id')
    .execute();
  const presence = await db
    .selectFrom('presence')
    .selectAll()
    .where('assembly_id', '=', assemblyId)
    .where('concept_id', '>', ATTENDANCE)
    .execute();
  const questions = concepts.map((row) => {
    const own = answers.filter((one) => one.joint_id === row.joint_id && one.concept_id === row.concept_id);
    const names = own.map((one): string[] => (one.names === null ? [] : JSON.parse(one.names)));
    const isEach = row.rule === 'perUnit';
    return [
      ...[row.joint_id, row.concept_id, row.description, row.rule, row.approving_answer_id],
      ...[row.blank_answer_id, row.threshold, row.threshold_base, row.matter, row.clause, row.agenda_item],
      ...[row.hide_results ?? 0, row.seats, row.method, row.method === 'quotient' ? names : null],
      own.map((one) => one.description),
      ...[isEach ? row.vote_per : null, isEach ? JSON.parse(row.per_unit_kinds) : null],
      row.base_apartments === null
        ? null
        : [
            ...[row.base_apartments, row.base_coefficient, row.base_dwellings, row.base_owners],
            ...[row.base_call, row.base_total, row.base_mode],
          ],
      row.deleted_at === null ? null : [row.deleted_at, row.deleted_by, row.deleted_reason],
    ];
  });
  const moments = presence.map((row) => {
    // For an opening, the acts have only the connected units.
    const isTold = row.moment === 'closed' && row.represented !== null;
    const then: RepresentedThen | null = isTold ? JSON.parse(row.represented ?? '') : null;
    return [
      ...[row.joint_id, row.concept_id, row.moment, row.at, JSON.parse(row.apartments).length],
      ...[then?.apartments, then?.coefficient, then?.owners, then?.total, then?.call].map(
        (one) => one ?? null,
      ),
      JSON.parse(row.apartments),
    ];
  });
  return { questions, presence: moments };
}

/**
 * Returns the fields of an annulled record. For a vote: holder, instant, answer, coefficient, receipt. For a
 * registration: holder, instant, attendee, power.
 */
function annulledRecord(text: string): unknown[] {
  const { holder, at, ...record } = JSON.parse(text);
  return 'receipt' in record
    ? [holder, at, record.answer_id, record.coefficient, record.receipt]
    : [holder, at, record.attendee_name ?? null, record.attendee_document ?? null, record.by_proxy ?? 0];
}

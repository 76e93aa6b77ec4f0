import type { Db } from '../platform/db/engine.ts';
import { questionName, type Replayed, type ReplayedQuestion, unitName, voteName } from './replay.ts';
import { nameWords, questionWords } from './words.ts';

/**
 * Holds the standing records of a joint's assemblies against what its trail says must stand: votes, registrations,
 * the questions and what their closings stood on, and the roll as it was corrected.
 * @returns a Spanish sentence for each record that is not as it was left, naming it
 */
export async function compareWithStore(db: Db, rootJointId: number, replayed: Replayed): Promise<string[]> {
  return [
    ...(await votesThatDiffer(db, rootJointId, replayed)),
    ...(await questionsThatDiffer(db, rootJointId, replayed)),
    ...(await unitsThatDiffer(db, rootJointId, replayed)),
    ...(await registrationsThatDiffer(db, rootJointId, replayed)),
  ];
}

const assembliesOf = (db: Db, rootJointId: number) =>
  db.selectFrom('assembly').select('assembly_id').where('joint_id', '=', rootJointId);

async function votesThatDiffer(db: Db, rootJointId: number, replayed: Replayed): Promise<string[]> {
  const found: string[] = [];
  const votes = new Map(replayed.votes);
  const stored = await db
    .selectFrom('vote')
    .selectAll()
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .execute();
  for (const vote of stored) {
    const name = voteName(vote.assembly_id, vote.joint_id, vote.concept_id, vote.apartment_id);
    const which = `El voto del ${nameWords(name)}`;
    const told = votes.get(name);
    votes.delete(name);
    if (told === undefined) {
      found.push(`${which} está en la base de datos y no en el registro de auditoría.`);
      continue;
    }
    const pairs: [what: string, stored: unknown, told: unknown][] = [
      ['respuesta', vote.answer_id, told.answerId],
      ['coeficiente (10⁻⁹)', vote.coefficient, told.coefficient],
      ['hora', new Date(vote.at).toISOString(), new Date(told.at).toISOString()],
      ['comprobante', vote.receipt, told.receipt],
      ['titular', vote.holder, told.holder],
      ['quién lo emitió', vote.cast_by, told.castBy],
      ['clase de inmueble', vote.kind, told.kind ?? vote.kind],
      ['emitido desde casa', vote.remote, told.remote ?? vote.remote],
    ];
    found.push(...differences(which, pairs));
  }
  for (const name of votes.keys()) {
    found.push(`El voto del ${nameWords(name)} está en el registro de auditoría y no en la base de datos.`);
  }
  return found;
}

async function registrationsThatDiffer(db: Db, rootJointId: number, replayed: Replayed): Promise<string[]> {
  const found: string[] = [];
  const attendance = new Map(replayed.attendance);
  const present = await db
    .selectFrom('attendance')
    .select(['assembly_id', 'joint_id', 'apartment_id', 'holder', 'at'])
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .execute();
  for (const row of present) {
    const name = unitName(row.assembly_id, row.joint_id, row.apartment_id);
    const which = `El registro de asistencia del ${nameWords(name)}`;
    const told = attendance.get(name);
    attendance.delete(name);
    if (told === undefined) {
      found.push(`${which} está en la base de datos y no en el registro de auditoría.`);
      continue;
    }
    const entered = replayed.entered.get(name);
    found.push(
      ...differences(which, [
        ['titular', row.holder, told],
        ['hora de ingreso', new Date(row.at).toISOString(), new Date(entered ?? 0).toISOString()],
      ]),
    );
  }
  for (const name of attendance.keys()) {
    found.push(
      `El registro de asistencia del ${nameWords(name)} está en el registro de auditoría y no en la base de datos.`,
    );
  }
  return found;
}

/** Corrected units that do not stand on the roll as the trail says. */
async function unitsThatDiffer(db: Db, rootJointId: number, { roll }: Replayed): Promise<string[]> {
  if (roll.size === 0) return [];
  const units = await db
    .selectFrom('roll_unit')
    .selectAll()
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .execute();
  return units.flatMap((unit) => {
    const name = unitName(unit.assembly_id, unit.joint_id, unit.apartment_id);
    const told = roll.get(name);
    if (told === undefined) return [];
    return differences(`En el censo, el ${nameWords(name)}`, [
      ['propietario', unit.owner_name, told.owner],
      ['documento', unit.owner_document, told.ownerDocument],
      ['clase', unit.kind, told.kind],
      ['coeficiente (10⁻⁹)', unit.coefficient, told.coefficient],
    ]);
  });
}

/** A question's words, its rule, and what its last closing stood on decide its outcome as much as its votes do. */
async function questionsThatDiffer(db: Db, rootJointId: number, replayed: Replayed): Promise<string[]> {
  const found: string[] = [];
  const questions = new Map(replayed.questions);
  const stored = await db
    .selectFrom('concept')
    .selectAll()
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .where('deleted_at', 'is', null)
    .where('concept_id', '>', 1)
    .execute();
  const answers = await answersOf(db, rootJointId);
  for (const row of stored) {
    const name = questionName(row.assembly_id, row.joint_id, row.concept_id);
    const which = `La pregunta ${questionWords(row.joint_id, row.concept_id)} (asamblea ${row.assembly_id})`;
    const told = questions.get(name);
    questions.delete(name);
    if (told === undefined) {
      found.push(`${which} está en la base de datos y no en el registro de auditoría.`);
      continue;
    }
    found.push(
      ...differences(which, [
        ['texto', row.description, told.description],
        ['regla', row.rule, told.rule],
        ['respuesta que aprueba', row.approving_answer_id, told.approvingAnswerId],
        [
          'voto en blanco',
          row.blank_answer_id,
          told.blankAnswerId === undefined ? row.blank_answer_id : told.blankAnswerId,
        ],
        ['respuestas', JSON.stringify(answers.get(name) ?? []), JSON.stringify(told.answers)],
        ...baseOf(row, told),
      ]),
    );
  }
  for (const name of questions.keys()) {
    const [assemblyId, jointId, conceptId]: number[] = JSON.parse(name);
    found.push(
      `La pregunta ${questionWords(jointId ?? 0, conceptId ?? 0)} (asamblea ${assemblyId}) está en el registro de auditoría y no en la base de datos.`,
    );
  }
  return found;
}

interface StoredBase {
  base_apartments: number | null;
  base_coefficient: number | null;
  base_dwellings: number | null;
  base_owners: number | null;
  base_call: number | null;
  base_total: number | null;
  base_mode: string | null;
  base_blank_apart: number | null;
}

function baseOf(row: StoredBase, { base }: ReplayedQuestion): [string, unknown, unknown][] {
  // Entries older than a figure's noting do not tell it.
  const told = (value: unknown, stored: unknown) => (value === undefined ? stored : value);
  return [
    [
      'inmuebles representados al cierre',
      row.base_apartments,
      base === null ? null : told(base.apartments, row.base_apartments),
    ],
    [
      'coeficiente representado al cierre',
      row.base_coefficient,
      base === null ? null : told(base.coefficient, row.base_coefficient),
    ],
    [
      'viviendas representadas al cierre',
      row.base_dwellings,
      base === null ? null : told(base.dwellings, row.base_dwellings),
    ],
    ['propietarios al cierre', row.base_owners, base === null ? null : told(base.owners, row.base_owners)],
    ['convocatoria al cierre', row.base_call, base === null ? null : told(base.call, row.base_call)],
    ['censo al cierre', row.base_total, base === null ? null : told(base.total, row.base_total)],
    ['modalidad al cierre', row.base_mode, base === null ? null : told(base.mode, row.base_mode)],
    ['voto en blanco aparte al cierre', row.base_blank_apart, base?.isBlankApart === true ? 1 : null],
  ];
}

async function answersOf(db: Db, rootJointId: number): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('answer')
    .selectAll()
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .orderBy('answer_id')
    .execute();
  const byQuestion = new Map<string, string[]>();
  for (const row of rows) {
    const name = questionName(row.assembly_id, row.joint_id, row.concept_id);
    byQuestion.set(name, [...(byQuestion.get(name) ?? []), row.description]);
  }
  return byQuestion;
}

const differences = (which: string, pairs: readonly (readonly [string, unknown, unknown])[]): string[] =>
  pairs.flatMap(([what, stored, told]) =>
    stored === told
      ? []
      : [
          `${which}: ${what} es «${String(stored)}» en la base de datos y «${String(told)}» en el registro de auditoría.`,
        ],
  );

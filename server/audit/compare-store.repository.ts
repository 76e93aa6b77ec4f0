import type { AuditEntry } from '../platform/audit/entry.ts';
import type { Db } from '../platform/db/engine.ts';
import { noteName, questionName, type Replayed, unitName, voteName } from './replay.ts';
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
    ...(await notesThatDiffer(db, rootJointId, replayed)),
    ...(await unitsThatDiffer(db, rootJointId, replayed)),
    ...(await registrationsThatDiffer(db, rootJointId, replayed)),
  ];
}

const assembliesOf = (db: Db, rootJointId: number) =>
  db.selectFrom('assembly').select('assembly_id').where('joint_id', '=', rootJointId);

const TRAIL = 'está en el registro de auditoría y no en la base de datos';
const STORE = 'está en la base de datos y no en el registro de auditoría';

/** What is stored, and what the trail tells of the same. */
type Pair = readonly [what: string, stored: unknown, told: unknown];

/** Holds stored records against those that the trail tells, by their names; `wordsOf` names one in a sentence. */
function compare<Stored, Told>(
  stored: readonly Stored[],
  tellings: ReadonlyMap<string, Told>,
  {
    nameOf,
    wordsOf,
    pairsOf,
  }: {
    nameOf: (record: Stored) => string;
    wordsOf: (name: string) => string;
    pairsOf: (record: Stored, told: Told, name: string) => readonly Pair[];
  },
): string[] {
  const left = new Map(tellings);
  const found = stored.flatMap((record) => {
    const name = nameOf(record);
    const told = left.get(name);
    left.delete(name);
    if (told === undefined) return [`${wordsOf(name)} ${STORE}.`];
    return differences(wordsOf(name), pairsOf(record, told, name));
  });
  return [...found, ...[...left.keys()].map((name) => `${wordsOf(name)} ${TRAIL}.`)];
}

const iso = (at: number): string => new Date(at).toISOString();

async function votesThatDiffer(db: Db, rootJointId: number, { votes }: Replayed): Promise<string[]> {
  const stored = await db
    .selectFrom('vote')
    .selectAll()
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .execute();
  return compare(stored, votes, {
    nameOf: (vote) => voteName(vote.assembly_id, vote.joint_id, vote.concept_id, vote.apartment_id),
    wordsOf: (name) => `El voto del ${nameWords(name)}`,
    pairsOf: (vote, told) => [
      ['respuesta', vote.answer_id, told.answerId],
      ['nombres', vote.choices, told.choices],
      ['coeficiente (10⁻⁹)', vote.coefficient, told.coefficient],
      ['hora', iso(vote.at), iso(told.at)],
      ['comprobante', vote.receipt, told.receipt],
      ['titular', vote.holder, told.holder],
      ['quién lo emitió', vote.cast_by, told.castBy],
      ['clase de inmueble', vote.kind, told.kind ?? vote.kind],
      ['emitido desde casa', vote.remote, told.remote ?? vote.remote],
    ],
  });
}

async function registrationsThatDiffer(db: Db, rootJointId: number, replayed: Replayed): Promise<string[]> {
  const present = await db
    .selectFrom('attendance')
    .select(['assembly_id', 'joint_id', 'apartment_id', 'holder', 'at'])
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .execute();
  return compare(present, replayed.attendance, {
    nameOf: (row) => unitName(row.assembly_id, row.joint_id, row.apartment_id),
    wordsOf: (name) => `El registro de asistencia del ${nameWords(name)}`,
    pairsOf: (row, told, name) => [
      ['titular', row.holder, told],
      ['hora de ingreso', iso(row.at), iso(replayed.entered.get(name) ?? 0)],
    ],
  });
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
async function questionsThatDiffer(db: Db, rootJointId: number, { questions }: Replayed): Promise<string[]> {
  const stored = await db
    .selectFrom('concept')
    .selectAll()
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .where('deleted_at', 'is', null)
    .where('concept_id', '>', 1)
    .execute();
  const answers = await answersOf(db, rootJointId);
  return compare(stored, questions, {
    nameOf: (row) => questionName(row.assembly_id, row.joint_id, row.concept_id),
    wordsOf: (name) => {
      const [assemblyId = 0, jointId = 0, conceptId = 0]: number[] = JSON.parse(name);
      return `La pregunta ${questionWords(jointId, conceptId)} (asamblea ${assemblyId})`;
    },
    pairsOf: (row, told, name) => {
      const { base } = told;
      // Entries older than a figure's noting do not tell it.
      const closed = (what: string, stored: unknown, figure: unknown): Pair => [
        `${what} al cierre`,
        stored,
        base === null ? null : figure === undefined ? stored : figure,
      ];
      const blank = told.blankAnswerId === undefined ? row.blank_answer_id : told.blankAnswerId;
      return [
        ['texto', row.description, told.description],
        ['regla', row.rule, told.rule],
        ['respuesta que aprueba', row.approving_answer_id, told.approvingAnswerId],
        ['voto en blanco', row.blank_answer_id, blank],
        ['resultados ocultos', row.hide_results === 1, told.hideResults],
        ['respuestas', JSON.stringify(answers.get(name)?.texts ?? []), JSON.stringify(told.answers)],
        ['puestos', row.seats, told.seats],
        ['forma de elegir', row.method, told.method],
        [
          'nombres de las planchas',
          JSON.stringify(answers.get(name)?.names ?? []),
          JSON.stringify(told.names ?? told.answers.map(() => [])),
        ],
        closed('inmuebles representados', row.base_apartments, base?.apartments),
        closed('coeficiente representado', row.base_coefficient, base?.coefficient),
        closed('viviendas representadas', row.base_dwellings, base?.dwellings),
        closed('propietarios', row.base_owners, base?.owners),
        closed('convocatoria', row.base_call, base?.call),
        closed('censo', row.base_total, base?.total),
        closed('modalidad', row.base_mode, base?.mode),
        ['voto en blanco aparte al cierre', row.base_blank_apart, base?.isBlankApart === true ? 1 : null],
      ];
    },
  });
}

async function notesThatDiffer(db: Db, rootJointId: number, { notes }: Replayed): Promise<string[]> {
  const stored = await db
    .selectFrom('election_note')
    .selectAll()
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .execute();
  return compare(stored, notes, {
    nameOf: (row) =>
      noteName(
        questionName(row.assembly_id, row.joint_id, row.concept_id),
        ...([row.interval, row.kind, row.subject] as const),
      ),
    wordsOf: (name) => {
      const [, jointId, conceptId, , kind] = JSON.parse(name);
      return `${kind === 'lot' ? 'El sorteo' : 'La aceptación'} de la pregunta ${questionWords(jointId, conceptId)}`;
    },
    pairsOf: (row, told) => [['lo anotado', row.value, told]],
  });
}

/** Texts of answers, and of lists the names in order (none of every other answer). */
interface Answers {
  texts: string[];
  names: string[][];
}

async function answersOf(db: Db, rootJointId: number): Promise<Map<string, Answers>> {
  const rows = await db
    .selectFrom('answer')
    .selectAll()
    .where('assembly_id', 'in', assembliesOf(db, rootJointId))
    .orderBy('answer_id')
    .execute();
  const byQuestion = new Map<string, Answers>();
  for (const row of rows) {
    const name = questionName(row.assembly_id, row.joint_id, row.concept_id);
    const { texts, names } = byQuestion.get(name) ?? { texts: [], names: [] };
    const own: string[] = row.names === null ? [] : JSON.parse(row.names);
    byQuestion.set(name, { texts: [...texts, row.description], names: [...names, own] });
  }
  return byQuestion;
}

const differences = (which: string, pairs: readonly Pair[]): string[] =>
  pairs.flatMap(([what, stored, told]) =>
    stored === told
      ? []
      : [
          `${which}: ${what} es «${String(stored)}» en la base de datos y «${String(told)}» en el registro de auditoría.`,
        ],
  );

/** An entry of an event's chain, as far as who came is concerned. */
interface Arrival {
  at: number;
  actor: string;
  name: string;
}

/**
 * Holds who came to an event against what its trail says: each came once, when it says, and whoever wrote it
 * stands in the store.
 * @returns what differs, in Spanish
 */
export async function compareEvent(
  db: Db,
  eventId: number,
  entries: readonly Pick<AuditEntry, 'at' | 'actor' | 'act' | 'data'>[],
): Promise<string[]> {
  const told = new Map<string, Arrival>();
  const found: string[] = [];
  for (const { act, at, actor, data } of entries) {
    if (act !== 'attended') continue;
    const { key, name }: { key: string; name: string } = JSON.parse(data);
    if (told.has(key)) found.push(`El participante «${key}» aparece dos veces en el registro de auditoría.`);
    else told.set(key, { at, actor, name });
  }
  const stored = await db
    .selectFrom('participant')
    .select(['participant_key', 'name', 'checked_in_at', 'checked_in_by'])
    .where('event_id', '=', eventId)
    .where('checked_in_at', 'is not', null)
    .orderBy('position')
    .execute();
  for (const { participant_key: key, name, checked_in_at, checked_in_by } of stored) {
    const who = `La asistencia de ${name} (${key})`;
    const arrival = told.get(key);
    told.delete(key);
    if (arrival === undefined) found.push(`${who} está guardada y no en el registro de auditoría.`);
    else if (arrival.at !== checked_in_at) {
      found.push(`${who} está guardada con otra hora que en el registro de auditoría.`);
    } else if (arrival.actor !== checked_in_by) {
      found.push(`${who} está guardada a nombre de otra persona que en el registro de auditoría.`);
    }
  }
  for (const [key, { name }] of told) {
    found.push(`La asistencia de ${name} (${key}) está en el registro de auditoría y no está guardada.`);
  }
  return found;
}

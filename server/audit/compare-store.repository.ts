import { nameWords, questionWords } from '../../shared/evidence/record-words.ts';
import { noteName, questionName, type Replayed, voteName } from '../../shared/evidence/replayed.ts';
import type { Db } from '../platform/db/engine.ts';
import { assembliesInTrail, compare, iso, type Pair } from './compare.repository.ts';
import { keptThatDiffer } from './compare-kept.repository.ts';

/**
 * Compares the stored data of a joint's assemblies with the audit trail: votes, questions with the sums at
 * each closing, and attendance.
 * @param replayed records computed from the entries of the trail
 * @returns a Spanish sentence for each difference, with the name of the record
 */
export async function compareWithStore(db: Db, rootJointId: number, replayed: Replayed): Promise<string[]> {
  return [
    ...(await votesThatDiffer(db, rootJointId, replayed)),
    ...(await questionsThatDiffer(db, rootJointId, replayed)),
    ...(await notesThatDiffer(db, rootJointId, replayed)),
    ...(await keptThatDiffer(db, rootJointId, replayed)),
  ];
}

async function votesThatDiffer(
  db: Db,
  rootJointId: number,
  { votes, assemblies }: Replayed,
): Promise<string[]> {
  const isSealed = (assemblyId: number) => assemblies.get(String(assemblyId))?.isSealed === true;
  const stored = await db
    .selectFrom('vote')
    .selectAll()
    .where('assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .execute();
  return compare(stored, votes, {
    nameOf: (vote) => voteName(vote.assembly_id, vote.joint_id, vote.concept_id, vote.apartment_id),
    wordsOf: (name) => `El voto del ${nameWords(name)}`,
    pairsOf: (vote, replayed) => [
      ['respuesta', vote.answer_id, replayed.answerId],
      ['nombres', vote.choices, replayed.choices],
      ['coeficiente (10⁻⁹)', vote.coefficient, replayed.coefficient],
      ['hora', iso(vote.at), iso(replayed.at)],
      ['comprobante', vote.receipt, replayed.receipt],
      ['titular', vote.holder, replayed.holder],
      ['quién lo emitió', vote.cast_by, replayed.castBy],
      ['clase de inmueble', vote.kind, replayed.kind ?? vote.kind],
      ['emitido desde casa', vote.remote, replayed.remote ?? vote.remote],
      [
        'versión del inmueble en el censo',
        vote.roll_version,
        isSealed(vote.assembly_id) ? replayed.version : vote.roll_version,
      ],
    ],
  });
}

/**
 * Compares the facts of questions with the audit trail: text, rule and base of the last closing decide the outcome
 * as much as the votes.
 */
async function questionsThatDiffer(db: Db, rootJointId: number, { questions }: Replayed): Promise<string[]> {
  const stored = await db
    .selectFrom('concept')
    .selectAll()
    .where('assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .where('concept_id', '>', 1)
    .execute();
  const answers = await answersOf(db, rootJointId);
  return compare(stored, questions, {
    nameOf: (row) => questionName(row.assembly_id, row.joint_id, row.concept_id),
    wordsOf: (name) => {
      const [assemblyId = 0, jointId = 0, conceptId = 0]: number[] = JSON.parse(name);
      return `La pregunta ${questionWords(jointId, conceptId)} (asamblea ${assemblyId})`;
    },
    pairsOf: (row, replayed, name) => {
      const { base } = replayed;
      // Figures missing in old entries.
      const closed = (what: string, stored: unknown, figure: unknown): Pair => [
        `${what} al cierre`,
        stored,
        base === null ? null : figure === undefined ? stored : figure,
      ];
      const blank = replayed.blankAnswerId === undefined ? row.blank_answer_id : replayed.blankAnswerId;
      return [
        ['texto', row.description, replayed.description],
        ['regla', row.rule, replayed.rule],
        ['respuesta que aprueba', row.approving_answer_id, replayed.approvingAnswerId],
        ['voto en blanco', row.blank_answer_id, blank],
        ['resultados ocultos', row.hide_results === 1, replayed.hideResults],
        ['porcentaje', row.threshold, replayed.threshold?.millionths ?? null],
        ['base del porcentaje', row.threshold_base, replayed.threshold?.base ?? null],
        ['punto del orden del día', row.agenda_item, replayed.agendaItem],
        ['materia', row.matter, replayed.matter],
        ['cláusula del reglamento', row.clause, replayed.clause],
        ['quién tiene un voto', row.rule === 'perUnit' ? row.vote_per : 'unit', replayed.votePer],
        ['respuestas', JSON.stringify(answers.get(name)?.texts ?? []), JSON.stringify(replayed.answers)],
        ['puestos', row.seats, replayed.seats],
        ['forma de elegir', row.method, replayed.method],
        [
          'nombres de las planchas',
          JSON.stringify(answers.get(name)?.names ?? []),
          JSON.stringify(replayed.names ?? replayed.answers.map(() => [])),
        ],
        closed('inmuebles representados', row.base_apartments, base?.apartments),
        closed('coeficiente representado', row.base_coefficient, base?.coefficient),
        closed('viviendas representadas', row.base_dwellings, base?.dwellings),
        closed('propietarios', row.base_owners, base?.owners),
        closed('convocatoria', row.base_call, base?.call),
        closed('censo', row.base_total, base?.total),
        closed('modalidad', row.base_mode, base?.mode),
        [
          'eliminada',
          row.deleted_at === null ? null : iso(row.deleted_at),
          replayed.deleted && iso(replayed.deleted.at),
        ],
        ['quién la eliminó', row.deleted_by, replayed.deleted?.by ?? null],
        ['motivo de la eliminación', row.deleted_reason, replayed.deleted?.reason ?? null],
        ['voto en blanco aparte al cierre', row.base_blank_apart, base?.isBlankApart === true ? 1 : null],
      ];
    },
  });
}

async function notesThatDiffer(db: Db, rootJointId: number, { notes }: Replayed): Promise<string[]> {
  const stored = await db
    .selectFrom('election_note')
    .selectAll()
    .where('assembly_id', 'in', assembliesInTrail(db, rootJointId))
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
    pairsOf: (row, replayed) => [['lo anotado', row.value, replayed]],
  });
}

/** Texts of answers, and candidate names of lists in order (empty for other answers). */
interface Answers {
  texts: string[];
  names: string[][];
}

async function answersOf(db: Db, rootJointId: number): Promise<Map<string, Answers>> {
  const rows = await db
    .selectFrom('answer')
    .selectAll()
    .where('assembly_id', 'in', assembliesInTrail(db, rootJointId))
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

import type { Selectable } from 'kysely';
import { nameWords, questionWords } from '../../shared/evidence/record-words.ts';
import { annulmentName, groundName, openingName } from '../../shared/evidence/replay-kept.ts';
import {
  presenceName,
  questionName,
  type Replayed,
  type ReplayedRegistration,
  type ReplayedVote,
  unitName,
  voteName,
} from '../../shared/evidence/replayed.ts';
import type { RepresentedThen } from '../assemblies/index.ts';
import type { Db } from '../platform/db/engine.ts';
import { sameIn, sameRollUnit } from '../platform/db/queries.ts';
import type { Tables } from '../platform/db/tables.ts';
import { assembliesInTrail, compare, instantText, iso, type Pair } from './compare.repository.ts';

/**
 * Compares the stored registrations, annulments and facts of a joint's assemblies with the audit trail.
 * @param replayed records computed from the entries of the trail
 * @returns a Spanish sentence for each difference
 */
export async function keptThatDiffer(db: Db, rootJointId: number, replayed: Replayed): Promise<string[]> {
  return [
    ...(await registrationsThatDiffer(db, rootJointId, replayed)),
    ...(await annulmentsThatDiffer(db, rootJointId, replayed)),
    ...(await unitsThatDiffer(db, rootJointId, replayed)),
    ...(await versionsThatDiffer(db, rootJointId, replayed)),
    ...(await correctionsThatDiffer(db, rootJointId, replayed)),
    ...(await openingsThatDiffer(db, rootJointId, replayed)),
    ...(await presencesThatDiffer(db, rootJointId, replayed)),
    ...(await groundsThatDiffer(db, rootJointId, replayed)),
    ...(await assembliesThatDiffer(db, rootJointId, replayed)),
  ];
}

/** Stored value and value in the audit trail, to compare. A value missing in old entries counts as equal. */
const pairOf = (what: string, stored: unknown, figure: unknown): Pair => [
  what,
  stored,
  figure === undefined ? stored : figure,
];

async function registrationsThatDiffer(db: Db, rootJointId: number, replayed: Replayed): Promise<string[]> {
  const present = await db
    .selectFrom('attendance as t')
    .innerJoin('roll_entry as e', (join) =>
      join.on(sameRollUnit('e', 't')).onRef('e.version', '=', 't.roll_version'),
    )
    .select(['t.assembly_id', 't.joint_id', 't.apartment_id', 't.holder', 't.at', 't.registered_by'])
    .select(['t.attendee_name', 't.attendee_document', 't.by_proxy', 't.remote', 't.capacity'])
    .select(['t.identified_by', 't.roll_version', 't.power_id', 'e.coefficient'])
    .where('t.assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .execute();
  return compare(present, replayed.attendance, {
    nameOf: (row) => unitName(row.assembly_id, row.joint_id, row.apartment_id),
    wordsOf: (name) => `El registro de asistencia del ${nameWords(name)}`,
    pairsOf: (row, of) => [
      ['titular', row.holder, of.holder],
      ['hora de ingreso', iso(row.at), iso(of.at)],
      ['quién registró', row.registered_by, of.by],
      ['asistente', row.attendee_name, of.attendee],
      ['documento del asistente', row.attendee_document, of.document],
      ['poder', row.by_proxy === 1, of.byProxy],
      ['número del poder', row.power_id, of.powerId],
      pairOf('calidad', row.capacity, of.capacity),
      pairOf('asiste desde casa', row.remote, of.remote),
      pairOf('identificación', row.identified_by, of.identifiedBy),
      pairOf('coeficiente (10⁻⁹)', row.coefficient, of.coefficient),
      pairOf(
        'versión del inmueble en el censo',
        row.roll_version,
        of.coefficient === undefined ? undefined : of.version,
      ),
    ],
  });
}

/** Annulled registration or vote, in the form stored for annulled records. */
interface KeptRecord {
  holder: string;
  at: number;
  attendee_name?: string | null;
  attendee_document?: string | null;
  by_proxy?: number;
  capacity?: string | null;
  answer_id?: number;
  coefficient?: number;
  receipt?: string;
  choices?: string | null;
}

async function annulmentsThatDiffer(
  db: Db,
  rootJointId: number,
  { annulments }: Replayed,
): Promise<string[]> {
  const stored = await db
    .selectFrom('annulment')
    .selectAll()
    .where('assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .execute();
  return compare(stored, annulments, {
    nameOf: ({ assembly_id, joint_id, concept_id, apartment_id, act, annulled_at }) =>
      annulmentName(
        concept_id === 1
          ? unitName(assembly_id, joint_id, apartment_id)
          : voteName(assembly_id, joint_id, concept_id, apartment_id),
        act,
        annulled_at,
      ),
    wordsOf: (name) => {
      const parts: unknown[] = JSON.parse(name);
      return `La anulación (${parts.at(-2)}, ${iso(Number(parts.at(-1)))}) del ${nameWords(JSON.stringify(parts.slice(0, -2)))}`;
    },
    pairsOf: (row, { record, ...how }) => {
      const storedRecord: KeptRecord = JSON.parse(row.record);
      return [
        ['motivo', row.reason, how.reason],
        ['quién anuló', row.annulled_by, how.by],
        ['titular', storedRecord.holder, record.holder],
        ['hora', iso(storedRecord.at), iso(record.at)],
        ...('receipt' in record ? ofVote(storedRecord, record) : ofRegistration(storedRecord, record)),
      ];
    },
  });
}

const ofVote = (record: KeptRecord, vote: ReplayedVote): Pair[] => [
  ['respuesta', record.answer_id, vote.answerId],
  ['nombres', record.choices ?? null, vote.choices],
  ['coeficiente (10⁻⁹)', record.coefficient, vote.coefficient],
  ['comprobante', record.receipt, vote.receipt],
];

const ofRegistration = (record: KeptRecord, registration: ReplayedRegistration): Pair[] => [
  ['asistente', record.attendee_name, registration.attendee],
  ['documento del asistente', record.attendee_document, registration.document],
  ['poder', record.by_proxy === 1, registration.byProxy],
  pairOf('calidad', record.capacity, registration.capacity),
];

/** Finds corrected units with a row on the assembly's roll that differs from the audit trail. */
async function unitsThatDiffer(
  db: Db,
  rootJointId: number,
  { roll, assemblies }: Replayed,
): Promise<string[]> {
  const units = await db
    .selectFrom('roll_unit as u')
    .leftJoin('roll_entry as e', (join) => join.on(sameRollUnit('e', 'u')).on('e.version', '=', 1))
    .select(['u.assembly_id', 'u.joint_id', 'u.apartment_id', 'u.owner_name', 'u.owner_document'])
    .select(['u.kind', 'u.coefficient', 'e.owner_name as firstOwner', 'e.owner_document as firstDocument'])
    .select(['e.kind as firstKind', 'e.coefficient as firstCoefficient'])
    .where('u.assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .execute();
  const found = units.flatMap((unit) => {
    const name = unitName(unit.assembly_id, unit.joint_id, unit.apartment_id);
    const last = roll.get(name)?.at(-1);
    // The opening binds units without a correction (`compareEvidence`).
    if (last === undefined && assemblies.get(String(unit.assembly_id))?.isSealed !== true) return [];
    const first = {
      owner: unit.firstOwner,
      ownerDocument: unit.firstDocument,
      kind: unit.firstKind,
      coefficient: unit.firstCoefficient,
    };
    return [[name, unit, last ?? first] as const];
  });
  return compare(found, new Map(found.map(([name, , of]) => [name, of])), {
    nameOf: ([name]) => name,
    wordsOf: (name) => `En el censo, el ${nameWords(name)}`,
    pairsOf: ([, unit], of) => [
      ['propietario', unit.owner_name, of.owner],
      ['documento', unit.owner_document, of.ownerDocument],
      ['clase', unit.kind, of.kind],
      ['coeficiente (10⁻⁹)', unit.coefficient, of.coefficient],
    ],
  });
}

/** Compares the stored versions of corrected units with the audit trail, in assemblies with stored versions. */
async function versionsThatDiffer(
  db: Db,
  rootJointId: number,
  { roll, assemblies }: Replayed,
): Promise<string[]> {
  const isSealed = (name: string) => assemblies.get(String(JSON.parse(name)[0]))?.isSealed === true;
  const stored = await db
    .selectFrom('roll_entry')
    .selectAll()
    .where('assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .where('version', '>', 1)
    .execute();
  const nameOf = (unit: string, version: number) => JSON.stringify([...JSON.parse(unit), version]);
  const expected = [...roll].flatMap(([unit, versions]) =>
    isSealed(unit) ? versions.map((one, i) => [nameOf(unit, i + 2), one] as const) : [],
  );
  const rows = stored.filter(({ assembly_id }) => isSealed(JSON.stringify([assembly_id])));
  return compare(rows, new Map(expected), {
    nameOf: (row) => nameOf(unitName(row.assembly_id, row.joint_id, row.apartment_id), row.version),
    wordsOf: (name) => {
      const parts: unknown[] = JSON.parse(name);
      return `La versión ${parts.at(-1)} en el censo del ${nameWords(JSON.stringify(parts.slice(0, -1)))}`;
    },
    pairsOf: (row, of) => [
      ['propietario', row.owner_name, of.owner],
      ['documento', row.owner_document, of.ownerDocument],
      ['clase', row.kind, of.kind],
      ['coeficiente (10⁻⁹)', row.coefficient, of.coefficient],
      ['desde', instantText(row.since), instantText(of.since)],
    ],
  });
}

async function correctionsThatDiffer(
  db: Db,
  rootJointId: number,
  { corrections }: Replayed,
): Promise<string[]> {
  const stored = await db
    .selectFrom('roll_correction')
    .selectAll()
    .where('assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .execute();
  return compare(stored, corrections, {
    nameOf: (row) => String(row.correction_id),
    wordsOf: (name) => `La corrección ${name} del censo`,
    pairsOf: (row, of) => [
      ['inmueble', row.apartment_id, of.apartmentId],
      ['copropiedad', row.joint_id, of.jointId],
      ['antes', row.before, JSON.stringify(of.before)],
      ['después', row.after, JSON.stringify(of.after)],
      ['motivo', row.reason, of.reason],
      ['quién corrigió', row.corrected_by, of.by],
      ['hora', iso(row.at), iso(of.at)],
      ['aplicada', instantText(row.applied_at), instantText(of.appliedAt)],
    ],
  });
}

/** Compares the stored openings and closings of questions, with the announced results, with the audit trail. */
async function openingsThatDiffer(db: Db, rootJointId: number, { openings }: Replayed): Promise<string[]> {
  const stored = await db
    .selectFrom('question_interval')
    .selectAll()
    .where('assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .execute();
  const openingsByName = new Map(openings);
  return compare(stored, openingsByName, {
    nameOf: (row) => openingName(JSON.stringify([row.assembly_id, row.joint_id, row.concept_id]), row.number),
    wordsOf: (name) => {
      const [assemblyId, jointId, conceptId, number] = JSON.parse(name);
      return `La apertura ${number} de ${questionWords(jointId, conceptId)} (asamblea ${assemblyId})`;
    },
    pairsOf: (row, of) => {
      const result = row.result === null ? null : JSON.parse(row.result);
      const announced = result && {
        status: result.outcome?.status ?? null,
        voted: result.voted,
        answers: result.answers.map((answer: Record<string, unknown>) => [
          ...[answer.answerId, answer.apartments, answer.coefficient],
        ]),
      };
      const replayedResult = of.result && {
        status: of.result.status,
        voted: of.result.voted,
        answers: (of.result.answers as Record<string, unknown>[]).map((answer) => [
          ...[answer.answerId, answer.apartments, answer.coefficient],
        ]),
      };
      return [
        ['hora', iso(row.opened_at), iso(of.openedAt)],
        ['quién abrió', row.opened_by ?? of.by, of.by],
        ['motivo', row.reason, of.reason],
        ['cierre', instantText(row.closed_at), instantText(of.closedAt)],
        ['quién cerró', row.closed_by ?? of.closedBy, of.closedBy],
        ['votos desde la apertura', row.votes, of.votes],
        ['votos apartados', row.set_aside, of.setAside],
        [
          'inmuebles con duda sobre el dueño',
          row.unsure_owners,
          of.unsureOwners && JSON.stringify(of.unsureOwners),
        ],
        ['por verificar', row.unverified === 1, of.unverified],
        ['resultado anunciado', JSON.stringify(announced), JSON.stringify(replayedResult)],
      ];
    },
  });
}

/** Compares the stored presence at each opening and closing (Ley 675, art. 42) with the audit trail. */
async function presencesThatDiffer(
  db: Db,
  rootJointId: number,
  { presences, assemblies }: Replayed,
): Promise<string[]> {
  const stored = await db
    .selectFrom('presence')
    .selectAll()
    .where('assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .execute();
  return compare(stored, presences, {
    nameOf: (row) =>
      presenceName(questionName(row.assembly_id, row.joint_id, row.concept_id), row.moment, row.at),
    wordsOf: (name) => {
      const [assemblyId, jointId, conceptId, moment, at] = JSON.parse(name);
      const what = `${moment === 'opened' ? 'la apertura' : 'el cierre'} de ${questionWords(jointId, conceptId)}`;
      return `La presencia en ${what} (asamblea ${assemblyId}, ${iso(at)})`;
    },
    pairsOf: (row, of) => {
      const units: string[] = JSON.parse(row.apartments);
      const there: RepresentedThen | null = row.represented === null ? null : JSON.parse(row.represented);
      // Rows older than the sealed rolls have no represented units.
      const isOld = there === null && assemblies.get(String(row.assembly_id))?.isSealed !== true;
      const represented = (what: string, key: keyof RepresentedThen): Pair =>
        isOld ? [what, null, null] : pairOf(what, there?.[key] ?? null, of[key]);
      return [
        pairOf('número de conectados', units.length, of.connected),
        pairOf('inmuebles conectados', units.join(', '), of.connectedUnits?.join(', ')),
        represented('inmuebles representados', 'apartments'),
        represented('coeficiente representado (10⁻⁹)', 'coefficient'),
        represented('propietarios representados', 'owners'),
        represented('censo (10⁻⁹)', 'total'),
        represented('convocatoria', 'call'),
      ];
    },
  });
}

/** Compares the stored state of the assembly at each closing of a question with the audit trail. */
async function groundsThatDiffer(db: Db, rootJointId: number, { grounds }: Replayed): Promise<string[]> {
  const stored = await db
    .selectFrom('closing_ground as g')
    .innerJoin('ballot_tree as b', (join) =>
      join.on(sameIn('b', 'g', ['assembly_id', 'joint_id', 'concept_id'])).onRef('b.seq', '=', 'g.trail_seq'),
    )
    .select(['g.assembly_id', 'g.joint_id', 'g.concept_id', 'g.trail_seq', 'g.assembly', 'g.represented'])
    .where('g.assembly_id', 'in', assembliesInTrail(db, rootJointId))
    .execute();
  return compare(stored, grounds, {
    nameOf: (row) => groundName(questionName(row.assembly_id, row.joint_id, row.concept_id), row.trail_seq),
    wordsOf: (name) => {
      const [assemblyId, jointId, conceptId, seq] = JSON.parse(name);
      return `El cierre de ${questionWords(jointId, conceptId)} (asamblea ${assemblyId}, acto ${seq})`;
    },
    pairsOf: (row, { units, facts }) => {
      const storedUnits: [apartmentId: string, version: number][] = JSON.parse(row.represented);
      const assembly: Readonly<Record<string, unknown>> = JSON.parse(row.assembly);
      return [
        ['inmuebles representados', unitVersions(storedUnits), unitVersions(units)],
        ...['kind', 'mode', 'call', 'title', 'agenda'].map((fact) =>
          pairOf(factWords[fact] ?? fact, assembly[fact], facts?.[fact]),
        ),
      ];
    },
  });
}

const unitVersions = (units: readonly (readonly [apartmentId: string, version: number])[]): string =>
  units
    .map(([apartmentId, version]) => `${apartmentId} (versión ${version})`)
    .sort()
    .join(', ');

/** Facts of an assembly named differently in the audit trail than in the database column. */
const renamed = (row: Selectable<Tables['assembly']>) => ({
  scheduledAt: row.scheduled_at,
  recordingUrl: row.recording_url,
  firstCallAt: row.first_call_at,
  conveningUnits: row.convening_units === null ? [] : JSON.parse(row.convening_units),
  factsVersion: row.facts_version,
});

const factWords: Readonly<Record<string, string>> = {
  kind: 'clase',
  mode: 'modalidad',
  call: 'convocatoria',
  title: 'título',
  agenda: 'orden del día',
  notice: 'forma de citación',
  scheduledAt: 'fecha y hora',
  firstCallAt: 'primera convocatoria',
  place: 'lugar',
  president: 'presidente',
  secretary: 'secretario',
  recordingUrl: 'enlace de la grabación',
  convener: 'quién convocó',
  conveningUnits: 'inmuebles que convocaron',
  factsVersion: 'versión de los datos',
};

/**
 * Compares the stored facts of assemblies, with opening and closing, with the audit trail. Skips facts missing in
 * old entries.
 */
async function assembliesThatDiffer(
  db: Db,
  rootJointId: number,
  { assemblies }: Replayed,
): Promise<string[]> {
  const stored = await db.selectFrom('assembly').selectAll().where('joint_id', '=', rootJointId).execute();
  const rows = stored.filter((row) => assemblies.has(String(row.assembly_id)));
  const assemblyIds = new Set(rows.map((row) => String(row.assembly_id)));
  return compare(rows, new Map([...assemblies].filter(([name]) => assemblyIds.has(name))), {
    nameOf: (row) => String(row.assembly_id),
    wordsOf: (name) => `La asamblea ${name}`,
    pairsOf: (row, of) => [
      ['apertura', instantText(row.opened_at), instantText(of.openedAt)],
      ['cierre', instantText(row.closed_at), instantText(of.closedAt)],
      ['archivo', instantText(row.archived_at), instantText(of.archivedAt)],
      ['inicio del registro', instantText(row.attendance_since), instantText(of.attendanceSince)],
      ...Object.entries(of.facts ?? {}).map(([fact, figure]): Pair => {
        const value = Reflect.get({ ...row, ...renamed(row) }, fact);
        const isList = Array.isArray(figure);
        return [
          factWords[fact] ?? fact,
          isList ? JSON.stringify(value) : value,
          isList ? JSON.stringify(figure) : figure,
        ];
      }),
    ],
  });
}

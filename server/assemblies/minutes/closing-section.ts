import { clockWords, conceptName } from '../../../shared/assemblies/concept-names.ts';
import { agendaItems, isProposalsPoint } from '../../../shared/assemblies/law/agenda.ts';
import type { ComparedSum } from '../../../shared/assemblies/paper-evening/sums.ts';
import { formatExact } from '../../../shared/coefficient.ts';
import { toBase64 } from '../../../shared/evidence/bytes.ts';
import { readHeadText } from '../../../shared/evidence/head.ts';
import { textOfNote } from '../../../shared/evidence/note.ts';
import { wordsOfRoot } from '../../../shared/evidence/root-words.ts';
import { count, counted, sentence, time, units } from '../../../shared/format.ts';
import type { RollFacts, StoredCorrection } from '../store/roll/roll.repository.ts';
import { type Block, bullets, ledParagraph, paragraph, toldWithNext } from './acta.ts';
import type { ActaFacts, PartFacts, Restore, TypedEvening } from './acta-facts.ts';
import { hasAnyRemote } from './attendance-section.ts';
import { filled } from './meeting-section.ts';
import { dayAndHour, hour, onDayAtHour, reasonWords, representedWords } from './words.ts';

/** Section of the acta with the corrections of the roll during the assembly: unit, old and new facts, reason. */
export function correctionBlocks(corrections: readonly StoredCorrection[]): Block[] {
  return [
    paragraph('Datos del censo que se corrigieron durante la asamblea.'),
    correctionsTable(corrections),
  ];
}

function correctionsTable(corrections: readonly StoredCorrection[]): Block {
  return {
    kind: 'table',
    columns: [
      { header: 'Hora', share: 10 },
      { header: 'Inmueble', share: 12 },
      { header: 'Decía', share: 24 },
      { header: 'Dice', share: 24 },
      { header: 'Motivo y quién corrigió', share: 32 },
    ],
    rows: corrections.map((one) => [
      hour(one.at),
      one.apartmentId,
      factWords(one.before),
      factWords(one.after),
      `${sentence(one.reason)} ${sentence(one.by)} ${appliedWords(one)}`,
    ]),
  };
}

/**
 * Writes a Spanish sentence for the acta about the start of a correction of the roll: 'Rigió de inmediato.', 'Rigió
 * desde las 18:05:09.'
 */
export function appliedWords({ at, appliedAt }: StoredCorrection): string {
  if (appliedAt === null) return 'Espera a que se cierre la votación abierta.';
  return appliedAt === at ? 'Rigió de inmediato.' : `Rigió desde las ${hour(appliedAt)}.`;
}

/**
 * Writes the corrected facts of a unit in Spanish words for the acta: owner, document, kind and coefficient, only
 * the corrected facts.
 */
export function factWords(facts: Partial<RollFacts>): string {
  const { owner, ownerDocument, kind, coefficient } = facts;
  return [
    ...(owner === undefined ? [] : [`Propietario: ${owner || 'sin nombre'}`]),
    ...(ownerDocument === undefined ? [] : [`Documento: ${ownerDocument ?? 'ninguno'}`]),
    ...(kind === undefined ? [] : [`Tipo: ${kind}`]),
    ...(coefficient === undefined ? [] : [`Coeficiente: ${formatExact(coefficient)}`]),
  ].join('. ');
}

/**
 * True if the agenda has a point for propositions, so the acta (minutes of an assembly) has room to write
 * propositions there.
 */
export const hasPropositions = ({ assembly }: ActaFacts): boolean =>
  agendaItems(assembly.agenda).some(({ text }) => isProposalsPoint(text));

/** Blank of the acta (minutes of an assembly) for propositions, filled in by hand. */
export const propositions: Block = {
  kind: 'blank',
  name: 'Proposiciones y varios',
  hint: '[Escriba las proposiciones y quién las presentó, o que no las hubo.]',
  lines: 4,
};

/** Section of the acta with the turns to speak: point, person, units, minutes spoken and given, and extensions. */
export function turnsBlocks({ turns }: ActaFacts): Block[] {
  return [
    paragraph('Turnos que dio la secretaría, en su orden. Los minutos hablados son los de la secretaría.'),
    {
      kind: 'table',
      columns: [
        { header: 'Punto', share: 22 },
        { header: 'Persona', share: 24 },
        { header: 'Inmuebles', share: 14 },
        { header: 'Desde', share: 12 },
        { header: 'Habló', share: 10, isNumber: true },
        { header: 'Minutos dados', share: 18 },
      ],
      rows: turns.map(({ point, speaker, units: ids, givenAt, endedAt, minutes, extensions }) => [
        point === null ? 'Sin punto abierto' : `${point.number}. ${point.text ?? ''}`,
        speaker,
        ids.join(', '),
        hour(givenAt),
        endedAt === null ? 'En curso' : clockWords(Math.round((endedAt - givenAt) / 1_000)),
        [minutes, ...extensions].join(' + '),
      ]),
    },
    ...(turns.some(({ extensions }) => extensions.length > 0)
      ? [paragraph('En los minutos dados, lo que sigue a cada «+» es una prórroga.')]
      : []),
  ];
}

/** Section of the acta with the written proposals of the owners, each with its question or its withdrawal. */
export function proposalBlocks({ proposals }: ActaFacts): Block[] {
  return [
    paragraph('Proposiciones que los propietarios escribieron en el sistema, en el orden en que llegaron.'),
    bullets(
      proposals.map(({ name, units: ids, text, at, withdrawnAt, question }) => {
        const sector = question === null || question.jointName === null ? '' : ` de ${question.jointName}`;
        const deleted = question?.isDeleted ? ', que se eliminó' : '';
        const became =
          question === null ? '' : ` Se llevó a la ${conceptName(question.conceptId)}${sector}${deleted}.`;
        const withdrawn = withdrawnAt === null ? '' : ` La retiró ${onDayAtHour(withdrawnAt)}.`;
        return `${name} (${ids.join(', ')}), ${dayAndHour(at)}: «${text}».${became}${withdrawn}`;
      }),
    ),
  ];
}

/**
 * Blank of the acta (minutes of an assembly) for statements that attendees asked to record, filled in by
 * hand.
 */
export const statements: Block = {
  kind: 'blank',
  name: 'Constancias',
  hint: '[Escriba las constancias que se pidieron y quién las pidió. Si no las hubo, borre este punto.]',
  lines: 3,
};

/**
 * Blank of the acta (minutes of an assembly) for the persons in charge of checking the text, filled in by
 * hand.
 */
export const commission: Block = {
  kind: 'blank',
  name: 'Personas encargadas de verificar la redacción',
  hint: '[Solo si la asamblea las nombró (Ley 675 de 2001, art. 47): sus nombres. Si no, borre este punto.]',
  lines: 2,
};

/** Last sentence of the acta's text, with the instant of the assembly's end. */
export function closing({ assembly, archivedAt }: ActaFacts): Block {
  if (assembly.closedAt !== null) {
    return paragraph(`La asamblea se cerró ${onDayAtHour(Date.parse(assembly.closedAt))}.`);
  }
  if (archivedAt !== null) {
    return paragraph(
      `No quedó registrada la hora de cierre. La asamblea se archivó el ${dayAndHour(archivedAt)}, al abrir la siguiente.`,
    );
  }
  return paragraph(
    assembly.openedAt === null
      ? 'La asamblea no se ha abierto.'
      : 'La asamblea no se había cerrado cuando se preparó este borrador: genérelo de nuevo después del cierre.',
  );
}

/**
 * Lines of the acta to sign: president and secretary. If people attended from home, also the legal representative
 * of the joint (Ley 675, art. 44), and the revisor fiscal (statutory auditor), if any (art. 42).
 */
export function signatures(facts: ActaFacts): Block {
  const { assembly, fiscalAuditor } = facts;
  const { president, secretary } = assembly;
  return {
    kind: 'signatures',
    signers: [
      { name: filled(president), role: 'Presidente de la asamblea' },
      { name: filled(secretary), role: 'Secretario de la asamblea' },
      ...(!hasAnyRemote(facts)
        ? []
        : [
            { name: null, role: 'Representante legal (Ley 675 de 2001, art. 44)' },
            ...(filled(fiscalAuditor) === null
              ? []
              : [{ name: filled(fiscalAuditor), role: 'Revisor fiscal (Ley 675 de 2001, art. 42)' }]),
          ]),
    ],
  };
}

/**
 * Section of the acta with the proof that the records behind the acta were not changed: end of the audit trail,
 * signed head and hashes of the verifiers.
 */
export function recordBlocks(facts: ActaFacts): Block[] {
  const { trail, head, verifiers, restores } = facts;
  const trailWords = paragraph(
    `Este borrador se preparó cuando el registro de auditoría de la copropiedad tenía ${count(trail.entries)} asientos y su último código era ${trail.lastHash}. Cada asiento lleva el código del anterior: si después se cambia, se borra o se agrega algo a lo que ya había ocurrido, la verificación del registro deja de llegar a este código. Consérvelo con el acta firmada.`,
  );
  const restored = [
    ...[facts.main, ...facts.sectors].flatMap((part) =>
      part.paperEvenings.map((evening) => paperBlock(evening, part)),
    ),
    staffBlock(facts),
    ...restores.map(restoreBlock),
  ];
  const read = head && readHeadText(textOfNote(head.note) ?? '');
  if (!head || !read) return [...restored, trailWords];
  const at = dayAndHour(read.at);
  return [
    ...restored,
    trailWords,
    toldWithNext(
      'Cabeza firmada:',
      `son unas líneas que el sistema firmó el ${at}, sobre todo lo hecho hasta entonces, y que el sistema envió a los teléfonos y pantallas que seguían la asamblea. Su raíz es ${toBase64(read.root)}; sus palabras, que ayudan a compararla de oído, son ${wordsOfRoot(read.root).join(', ')}. El código QR la trae entera: con ella y el expediente cualquiera comprueba, sin este sistema, que los actos, los votos y los resultados son los que se firmaron. Los papeles del expediente, y esta acta entre ellos, los ata otra cabeza, que se firma cuando están hechos.`,
    ),
    { kind: 'qr', code: head.note, alt: `Código QR con la cabeza firmada el ${at}` },
    ledParagraph(
      'Programas que verifican el expediente:',
      `vienen en él; su huella SHA-256 es ${verifiers.map(({ name, sha256 }) => `${sha256} (${name})`).join(' y ')}. verificar.py es independiente: no comparte código con este sistema.`,
    ),
  ];
}

/**
 * Sentence with the numbers, without names, of passwords and codes set by other people than the owners (PRODUCT §18
 * rule 11c).
 */
const staffBlock = ({ setByStaff: { passwords, devices } }: ActaFacts): Block =>
  ledParagraph(
    'Accesos que fijó la administración o la mesa:',
    `desde que se preparó la asamblea, la contraseña de ${counted(passwords, 'asistente')} con usuario, y otro código para ${units(devices)}.`,
  );

/**
 * Sentences on an evening on paper: person and time of the typing, hours of the votes on paper, and each sum of the
 * paper that differs from the typed votes.
 */
function paperBlock(
  { at, by, units: listed, questions, sums, reason }: TypedEvening,
  part: PartFacts,
): Block {
  const hours = questions.map((one) => `${conceptName(one.conceptId)} (${time(one.at)})`).join(', ');
  const voted = questions.length === 0 ? '' : ` y los votos de ${hours}`;
  const different = sums.filter(({ isDifferent }) => isDifferent);
  const agreed =
    different.length === 0
      ? ' Las sumas del papel y las digitadas coinciden.'
      : ` Sumas del papel que no son las digitadas: ${different.map((sum) => differenceWords(sum, part)).join('; ')}.`;
  return ledParagraph(
    'Asamblea en papel:',
    `${onDayAtHour(at)} ${by} digitó la lista de asistencia (${units(listed)})${voted}, que se llevaron en papel. La hora de apertura y de cierre de esas votaciones es la de la digitación; la del papel está entre paréntesis.${agreed}${reasonWords(reason ?? null)}`,
  );
}

function differenceWords({ conceptId, voteId, paper, typed }: ComparedSum, { questions }: PartFacts): string {
  const { answers = [] } = questions.find(({ question }) => question.conceptId === conceptId)?.result ?? {};
  const answer = answers.find(({ answerId }) => answerId === voteId)?.answerDescription ?? 'presentes';
  const of = voteId === null ? 'Presentes' : `${conceptName(conceptId)}, «${answer}»`;
  return `${of}: en papel ${representedWords(paper)}, digitado ${representedWords(typed)}`;
}

/** Sentence on the acts lost in a restore, as far as the store knows (PRODUCT §18 rule 11d). */
const restoreBlock = ({ at, copiedAt, reason }: Restore): Block =>
  ledParagraph(
    'Restauración durante la asamblea:',
    `${onDayAtHour(at)} el sistema volvió a una copia de seguridad hecha ${onDayAtHour(copiedAt)}. Lo que se hizo entre esos dos momentos ya no está en los registros: si entonces se cerró y se anunció una votación, ese cierre no figura en esta acta.${reasonWords(reason)}`,
  );

/**
 * Blank for the place and date of publication, filled in by hand after the acta (minutes of an assembly) is
 * signed.
 */
export const publication: Block = {
  kind: 'blank',
  name: 'Fecha y lugar de publicación',
  hint: '[Se anota en el libro de actas cuando la copia queda a disposición de los propietarios (Ley 675 de 2001, art. 47).]',
  lines: 2,
};

import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import { channelNames } from '../../../shared/assemblies/invitations.api.ts';
import {
  assemblyKindNames,
  calledFor,
  identificationNames,
  modeNames,
  wayWords,
} from '../../../shared/assemblies/words.ts';
import { count, counted, sentence } from '../../../shared/format.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { capacityWords } from '../reports/assembly-layout.ts';
import type { AttendanceRow, LeavingRow, VoteReport } from '../reports/rows.ts';
import { type Block, heading, paragraph } from './acta.ts';
import type { ActaFacts, NoticeText, PartFacts } from './acta-facts.ts';
import { attendeesTable, isInAnnex } from './attendance-section.ts';
import { attendeeName, dayAndHour, hour, unitWords } from './words.ts';

/** Makes the heading of an annex; for a sector's part with the name of the sector. */
const annexHeading = (name: string, facts: ActaFacts, part: PartFacts): Block =>
  heading(1, part === facts.main ? `Anexo: ${name}` : `Anexo: ${name}, ${part.jointName}`);

const actaParts = ({ main, sectors }: ActaFacts): PartFacts[] => [main, ...sectors];

/**
 * Annex of the acta with the notice as sent, and the receivers with the instants (Ley 675, arts. 39 and 42 par.).
 * E-mail addresses, links and passwords are left out.
 */
export function noticeAnnex({ invitations, assembly }: ActaFacts): Block[] {
  if (invitations.length === 0) return [];
  const texts = groupBy(invitations, ({ call }) => JSON.stringify(call === null ? [] : noticeLines(call)));
  const mails = invitations.filter(({ way }) => way === 'mail').length;
  const letters = invitations.filter(({ way }) => way === 'letter').length;
  const shared = invitations.length - mails - letters;
  return [
    heading(1, 'Anexo: convocatoria'),
    paragraph(
      [
        mails === 0 ? '' : `El sistema envió por correo la invitación a ${counted(mails, 'propietario')}.`,
        letters === 0 ? '' : `Imprimió ${counted(letters, 'carta')} de invitación.`,
        shared === 0 ? '' : `Hizo ${counted(shared, 'texto')} para compartir desde un teléfono.`,
        'Cada lista sigue al texto que se envió. Que un correo salió o una carta se imprimió no prueba que se haya leído.',
      ]
        .filter((text) => text !== '')
        .join(' '),
    ),
    ...[...texts].flatMap(([text, sent]): Block[] => {
      const lines: string[] = JSON.parse(text);
      // Older invitations have no stored text.
      const noticeText = lines.length > 0 ? lines : assembly.notice?.trim() ? [assembly.notice.trim()] : [];
      return [
        ...noticeText.map(paragraph),
        {
          kind: 'table',
          columns: [
            { header: 'A quién', share: 50 },
            { header: 'Cómo', share: 15 },
            { header: 'Cuándo', share: 35 },
          ],
          rows: sent.map(({ name, at, way }) => [name, channelNames[way], dayAndHour(at)]),
        },
      ];
    }),
  ];
}

/**
 * Returns the lines of a notice as the receivers read the notice: the meeting, day and place, form of notice, the
 * second call, each point of the agenda.
 */
function noticeLines(call: NoticeText): string[] {
  const { kind, mode, title, scheduledAt, place, notice, agenda, secondCall } = call;
  const meeting = `Asamblea ${assemblyKindNames[kind].toLowerCase()} ${modeNames[mode].toLowerCase()}`;
  const instant = scheduledAt === null ? null : new Date(scheduledAt).toISOString();
  return [
    sentence(title === null ? meeting : `${meeting}: ${title}`),
    ...calledFor({ scheduledAt: instant, place }).map(sentence),
    ...(notice?.trim() ? [`Convocatoria: ${sentence(notice.trim())}`] : []),
    ...(secondCall === null ? [] : [secondCall]),
    ...(agenda?.trim() ? ['Orden del día:', ...agenda.split(/\r\n|[\n\r\u2028\u2029]/)] : []),
  ].filter((line) => line.trim() !== '');
}

/**
 * Annex of the acta with the list of attendees of the joint or of sectors with more than 40 units present (Ley 675,
 * art. 47). A shorter list is in the text of the acta.
 */
export const attendeesAnnex = (facts: ActaFacts): Block[] =>
  actaParts(facts).flatMap((part) =>
    isInAnnex(part) ? [annexHeading('lista de asistentes', facts, part), attendeesTable(facts, part)] : [],
  );

/**
 * Maximum number of questions in a single table of votes: with more columns an answer with its hour would not fit.
 */
const PER_TABLE = 4;

/**
 * True if the acta's annex lists the votes on a question: a closed question with units entitled to vote. No
 * document shows the votes of an open question.
 */
export const isInVotesAnnex = ({ result, question, votes, silent }: VoteReport): boolean =>
  result.active === 0 && question.openedAt !== null && votes.length + silent.length > 0;

/**
 * Annex of the acta with the vote of each unit on each closed question (Ley 675, art. 47: 'los votos emitidos en
 * cada caso').
 */
export function votesAnnex(facts: ActaFacts): Block[] {
  return actaParts(facts).flatMap((part) => {
    const voted = part.questions.filter(isInVotesAnnex);
    if (voted.length === 0) return [];
    const groups = Array.from({ length: Math.ceil(voted.length / PER_TABLE) }, (_, i) =>
      voted.slice(i * PER_TABLE, (i + 1) * PER_TABLE),
    );
    return [
      annexHeading('votos por inmueble', facts, part),
      paragraph(
        'Respuesta de cada inmueble, hora y cómo se votó. «No votó»: estaba representado. Un guion: no estaba representado.',
      ),
      ...groups.map(votesTable),
    ];
  });
}

const byUnit = new Intl.Collator('es', { numeric: true });

function votesTable(questions: readonly VoteReport[]): Block {
  const units = new Map<string, string>();
  const cells = questions.map(({ votes, silent, voteless }) => {
    const theirs = new Map<string, string>();
    for (const vote of votes) {
      units.set(vote.apartmentId, unitWords(vote));
      const place = vote.remote ? ', a distancia' : '';
      theirs.set(vote.apartmentId, `${vote.answer}, ${hour(vote.at)}, ${wayWords[vote.way]}${place}`);
    }
    const others = [
      ...silent.map((unit) => ({ unit, words: 'No votó' })),
      ...voteless.map((unit) => ({ unit, words: 'Coeficiente 0' })),
    ];
    for (const { unit, words } of others) {
      units.set(unit.apartmentId, unitWords(unit));
      theirs.set(unit.apartmentId, words);
    }
    return theirs;
  });
  return {
    kind: 'table',
    columns: [
      { header: 'Inmueble', share: 28 },
      ...questions.map(({ question }) => ({ header: conceptName(question.conceptId), share: 22 })),
    ],
    rows: [...units]
      .sort(([a], [b]) => byUnit.compare(a, b))
      .map(([apartmentId, words]) => [words, ...cells.map((of) => of.get(apartmentId) ?? '–')]),
  };
}

/**
 * Annex of the acta with the people attending from home: name, capacity, identification, hours (Ley 675, art. 42
 * par.: name, content and hour of each communication). The content, the votes, is in the annex of votes.
 */
export function remoteAnnex(facts: ActaFacts): Block[] {
  return actaParts(facts).flatMap((part) => {
    const { attendance, moments } = part;
    const rows = [...attendance.present, ...attendance.left].filter(({ attendee }) => attendee.remote);
    if (rows.length === 0) return [];
    return [
      annexHeading('comunicaciones a distancia', facts, part),
      paragraph(
        'Quién asistió a distancia, cómo se identificó, desde cuándo y cuándo estuvo conectado al abrir o al cerrar una pregunta (Ley 675 de 2001, art. 42, parágrafo). El contenido y la hora de cada voto están en el anexo de votos.',
      ),
      {
        kind: 'table',
        columns: [
          { header: 'Inmueble', share: 20 },
          { header: 'Asistente', share: 30 },
          { header: 'Se identificó con', share: 20 },
          { header: 'Registrado', share: 14 },
          { header: 'Conectado', share: 16 },
        ],
        rows: rows.map((row) => [
          unitWords(row),
          `${attendeeName(row.attendee)} (${capacityWords(row.attendee).toLowerCase()})`,
          row.attendee.identifiedBy === null ? 'Sin dato' : identificationNames[row.attendee.identifiedBy],
          stayWords(row),
          connectedWords(row, moments),
        ]),
      },
    ];
  });
}

const stayWords = (row: AttendanceRow | LeavingRow): string =>
  'leftAt' in row ? `${hour(row.at)} a ${hour(row.leftAt)}` : `desde ${hour(row.at)}`;

function connectedWords(row: AttendanceRow | LeavingRow, moments: PartFacts['moments']): string {
  const end = 'leftAt' in row ? row.leftAt : Number.POSITIVE_INFINITY;
  const during = moments.filter(({ at }) => at >= row.at && at <= end);
  const connected = during.filter((one) => one.connected.includes(row.apartmentId));
  return `en ${count(connected.length)} de ${counted(during.length, 'momento')}`;
}

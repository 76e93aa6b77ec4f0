import { quorumWords } from '../../../shared/assemblies/concept-words.ts';
import { formatCoefficient } from '../../../shared/coefficient.ts';
import { count, sentence } from '../../../shared/format.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type Block, bullets, heading, ledParagraph, paragraph } from './acta.ts';
import type { ActaFacts, PartFacts, PresenceCheck, QuestionMoment } from './acta-facts.ts';
import { hasRemote } from './attendance-section.ts';
import { filled } from './meeting-section.ts';
import { hour, hourBefore, momentName, onDayAtHour, representedWords, weightWords } from './words.ts';

const ART_41 = 'Ley 675 de 2001, art. 41';

/**
 * Section of the acta about the quorum: required coefficient, instant of the quorum, attendance at the end and at
 * each question.
 */
export function quorumSection(facts: ActaFacts, part: PartFacts, level: 2 | 3): Block[] {
  const { attendance, moments, checks } = part;
  const { assembly, archivedAt } = facts;
  const roll = `El censo de la asamblea tiene ${weightWords(attendance.total)}.`;
  if (assembly.openedAt === null) return [paragraph(`${roll} La asamblea no se ha abierto.`)];
  const isOver = assembly.closedAt !== null || archivedAt !== null;
  const words = quorumWords(attendance);
  const blocks = [
    paragraph(roll),
    paragraph(reachedWords(facts, part)),
    paragraph(
      `${isOver ? 'Al terminar la asamblea' : 'Al preparar este borrador'}: ${words.title.toLowerCase()}. ${words.detail}`,
    ),
  ];
  blocks.push(...continuityBlocks(facts, part));
  if (assembly.call === 2) blocks.push(heading(level, 'Segunda convocatoria'), ...secondCall(facts, part));
  if (moments.length > 0) {
    const intro = paragraph('Lo representado cuando se abrió y cuando se cerró cada pregunta.');
    blocks.push(
      heading(level, 'Quórum en cada votación'),
      intro,
      momentsTable(moments, hasRemote(facts, part)),
    );
  }
  if (checks.length > 0) {
    blocks.push(heading(level, 'Verificación de la asistencia a distancia'), bullets(checks.map(checkWords)));
  }
  return blocks;
}

/** Section with the course of the quorum, and the person to attest that people at home took part simultaneously. */
function continuityBlocks(facts: ActaFacts, part: PartFacts): Block[] {
  const { assembly, fiscalAuditor, archivedAt } = facts;
  const { continuity, moments } = part;
  const isRemote = hasRemote(facts, part);
  const blocks: Block[] = [];
  if (continuity !== null) {
    const { from, until, lowest, gaps } = continuity;
    const isOver = assembly.closedAt !== null || archivedAt !== null;
    const end = isOver ? 'el final de la asamblea' : 'la preparación de este borrador';
    const lasted =
      gaps.length === 0
        ? isRemote
          ? 'los inmuebles registrados fueron siempre quórum.'
          : 'el quórum se mantuvo sin interrupción.'
        : `no hubo quórum ${gaps.map((gap) => `de las ${hour(gap.from)} a las ${hour(gap.until)}`).join(', ')}.`;
    const law = isRemote ? ' (art. 2.2.1.16.1 del Decreto 1074 de 2015, según el Decreto 398 de 2020)' : '';
    blocks.push(
      ledParagraph(
        'Continuidad del quórum:',
        `según lo que se sabía en cada momento, desde que se alcanzó, ${onDayAtHour(from)}, hasta ${end}, ${onDayAtHour(until)}, ${lasted} Lo menos que estuvo ${isRemote ? 'registrado' : 'representado'} en ese tiempo fue ${representedWords(lowest)}, a las ${hour(lowest.at)}${law}.`,
      ),
    );
    const since = moments.filter(({ at }) => at >= from);
    if (isRemote) blocks.push(followingBlock(since, gaps.length === 0));
  }
  blocks.push(...lateBlocks(part));
  const auditor = filled(fiscalAuditor);
  if (isRemote && auditor !== null) {
    blocks.push(
      ledParagraph(
        'Revisor fiscal:',
        `${auditor} da fe, con su firma, de que quienes participaron a distancia deliberaron y decidieron en comunicación simultánea o sucesiva (Ley 675 de 2001, art. 42).`,
      ),
    );
  }
  return blocks;
}

/**
 * Sentence with the units in the room and connected from home, at openings and closings of questions (Ley 675, art.
 * 42). Between these instants only registrations are known.
 */
function followingBlock(moments: readonly QuestionMoment[], isRegisteredQuorum: boolean): Block {
  const lead = 'Quórum en el salón y con conexión:';
  const lowest = [...moments].sort((a, b) => a.following.coefficient - b.following.coefficient)[0];
  if (lowest === undefined) {
    return ledParagraph(
      lead,
      'desde entonces no se abrió ninguna pregunta, así que no se guardó quién estaba conectado.',
    );
  }
  const without = moments.filter(({ following }) => !following.hasQuorum);
  const least = `Lo menos que estuvo registrado en el salón o conectado al abrir y al cerrar las preguntas fue ${representedWords(lowest.following)} (${momentName(lowest)}, ${hour(lowest.at)}).`;
  if (without.length === 0) {
    const lasted = isRegisteredQuorum
      ? ' Entre esos momentos el quórum de lo registrado no se interrumpió.'
      : '';
    return ledParagraph(lead, `lo hubo al abrir y al cerrar cada pregunta.${lasted} ${least}`);
  }
  const named = without.map((one) => `${momentName(one)}, ${hour(one.at)}`);
  return ledParagraph(lead, `no lo hubo en estos momentos: ${named.join('; ')}. ${least}`);
}

/** Section with scans delayed by the network, each with the instant of the scan and of the arrival. */
function lateBlocks({ attendance: { present, left } }: PartFacts): Block[] {
  const late = [...present, ...left].flatMap(({ apartmentId, at, receivedAt }) =>
    receivedAt === null
      ? []
      : [`${apartmentId}, hecho a las ${hour(at)} y recibido a las ${hour(receivedAt)}`],
  );
  if (late.length === 0) return [];
  return [
    ledParagraph(
      'Registros que llegaron tarde:',
      'la mesa los hizo antes de que el sistema los recibiera. La asistencia muestra la hora en que se hicieron; la continuidad del quórum los cuenta desde que se recibieron.',
    ),
    bullets(late.map((text) => `${text}.`)),
  ];
}

function reachedWords({ assembly, secondCall: called }: ActaFacts, { attendance }: PartFacts): string {
  const { reachedAt } = attendance;
  const needed =
    assembly.call === 2
      ? `En segunda convocatoria se requieren dos o más propietarios, cualquiera que sea su coeficiente (${ART_41}).`
      : 'En primera convocatoria se requiere más de la mitad de los coeficientes y al menos dos propietarios (Ley 675 de 2001, arts. 41 y 45).';
  const where = called === null ? '' : ' en la segunda convocatoria';
  return reachedAt === null
    ? `${needed} El quórum no se alcanzó${where}.`
    : `${needed} El quórum se alcanzó${where} ${onDayAtHour(reachedAt)}.`;
}

function secondCall({ secondCall: called, firstCallAt }: ActaFacts, { firstCall }: PartFacts): Block[] {
  const rule =
    'Desde la segunda convocatoria la asamblea delibera y decide con dos o más propietarios, cualquiera que sea el coeficiente representado ' +
    `(${ART_41}). Las decisiones de mayoría calificada siguen necesitando el 70 % de los coeficientes de toda la copropiedad (art. 46).`;
  if (called === null) {
    const first =
      firstCallAt === null ? '' : ` La primera, citada para ${onDayAtHour(firstCallAt)}, no tuvo quórum.`;
    return [paragraph(`La asamblea se abrió en segunda convocatoria.${first} ${rule}`)];
  }
  const before =
    firstCall === null || firstCall.apartments === 0
      ? 'En la primera no había inmuebles registrados.'
      : `En la primera se había llegado a ${representedWords(firstCall)}, de un total de ${formatCoefficient(firstCall.total)}.`;
  return [
    paragraph(
      `La segunda convocatoria comenzó ${onDayAtHour(called.at)}; la registró ${called.by}. ${before}`,
    ),
    ...(called.early === null
      ? []
      : [
          ledParagraph(
            'Advertencia:',
            `la segunda convocatoria comenzó antes ${secondCallRule(called.early)}. ${called.early.asked ? `Se advirtió, y ${sentence(`${called.by} decidió continuar`)}` : 'Se registró sin que mediara la advertencia.'}`,
          ),
        ]),
    paragraph(
      `El registro de asistencia comenzó de nuevo. El censo es el mismo, y las preguntas que ya estaban cerradas conservan sus votos y su resultado. ${rule}`,
    ),
  ];
}

function secondCallRule({ due, byLaws }: { due: Millis; byLaws?: true }): string {
  return byLaws === true
    ? `del momento que fija el reglamento, ${onDayAtHour(due)} (${ART_41})`
    : `del tercer día hábil siguiente a la primera, ${onDayAtHour(due)} (${ART_41}), que rige si el reglamento no dispone otra cosa`;
}

/** Table with each opening and closing of a question and the attendance at the instant. */
function momentsTable(moments: readonly QuestionMoment[], isRemote: boolean): Block {
  return {
    kind: 'table',
    columns: [
      { header: 'Momento', share: 22 },
      { header: 'Hora', share: 22 },
      { header: 'Inmuebles', share: 16, isNumber: true },
      { header: 'Coeficiente', share: 20, isNumber: true },
      { header: 'Quórum', share: isRemote ? 12 : 20 },
      ...(isRemote ? [{ header: 'En el salón o conectados', share: 36 }] : []),
    ],
    rows: moments.map((one) => [
      momentName(one),
      hourBefore(one.at, moments.at(-1)?.at ?? one.at),
      count(one.apartments),
      formatCoefficient(one.coefficient),
      one.hasQuorum ? 'Sí' : 'No',
      ...(isRemote ? [representedWords(one.following)] : []),
    ]),
  };
}

const checkWords = ({ startedAt, askedUnits, confirmed }: PresenceCheck): string =>
  `A las ${hour(startedAt)} se pidió a quienes asistían a distancia que confirmaran su presencia. Inmuebles consultados: ${count(askedUnits)}. Confirmaron: ${count(confirmed)}.`;

import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import { outcomeWords, quorumWords, weightWords } from '../../../shared/assemblies/concept-words.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept, Snapshot } from '../../../shared/assemblies/live.ts';
import { dateTime, votes } from '../../../shared/format.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { lay, type MailFace, type MailPart, type Written } from '../../platform/mail/page.ts';
import { kindInWords, modes } from './invitation-mail.ts';
import { headParts } from './results-mail.ts';

/** Content of the summary mail to an administrator, with the figures of the wall. */
export interface Summary {
  /** Name of the receiver, for the greeting. */
  name: string;
  jointName: string;
  /** Closing of the assembly, epoch ms. */
  heldAt: Millis;
  /** Results of the joint, then of its sectors, each with roll, quorum and questions. */
  parts: readonly { jointName: string; snapshot: Snapshot }[];
  /**
   * Signed head (signed state of the audit trail) at the assembly's end, as a text of several lines; null for
   * assemblies older than signed heads.
   */
  head: string | null;
  /** Colour and crest of the joint. */
  face: MailFace;
}

/** Writes the mail with the summary of an ended assembly to an administrator; the attendance is attached as files. */
export function writeSummary({ name, jointName, heldAt, parts, head, face }: Summary): Written {
  const [whole] = parts;
  const assembly = whole?.snapshot.assembly ?? null;
  const isSectorial = parts.length > 1;
  const kind = assembly === null ? 'asamblea' : kindInWords(assembly);
  const held = assembly === null ? kind : `${kind} ${modes[assembly.mode]}`;
  const second = assembly?.call === 2 ? ', en segunda convocatoria' : '';
  const titled = assembly?.title ? ` «${assembly.title}»` : '';
  const closedAt = dateTime(new Date(heldAt).toISOString());
  const rows = isSectorial ? 'de la copropiedad y de cada sector' : 'de la copropiedad';
  return {
    subject: `Resumen de la ${kind} de ${jointName}`,
    ...lay(
      [
        { paragraph: `Señor(a) ${name}:` },
        {
          paragraph: `Este es el resumen de la ${held}${titled} de ${jointName}${second}, que terminó el ${closedAt}.`,
        },
        ...parts.flatMap((part) => summaryParts(part, isSectorial)),
        {
          paragraph: `Adjuntamos el registro de asistencia ${rows}, en PDF y en Excel: cada propietario con su inmueble, coeficiente, hora de entrada y coeficiente acumulado.`,
        },
        ...(head === null ? [] : headParts(head)),
        {
          paragraph: `Este mensaje se envió a la administración de ${jointName}. Si no lo esperaba, bórrelo y avise a la administración.`,
        },
      ],
      { name: jointName, line: `Resumen de la ${kind}`, face },
    ),
  };
}

function summaryParts({ jointName, snapshot }: Summary['parts'][number], isNamed: boolean): MailPart[] {
  const quorum = quorumWords(snapshot);
  const questions = [...snapshot.concepts, ...(snapshot.deleted ?? [])].filter(
    ({ conceptId }) => conceptId !== ATTENDANCE,
  );
  const heading: MailPart = {
    title: isNamed ? `Quórum de ${jointName}` : 'Quórum',
    lines: [
      `${quorum.title}. ${quorum.detail}`,
      `El censo tenía ${weightWords(snapshot.total)}.`,
      ...(questions.length === 0 ? ['No se hizo ninguna pregunta.'] : []),
    ],
  };
  return [heading, ...questions.map(questionOf)];
}

function questionOf(question: LiveConcept): MailPart {
  const outcome = outcomeWords(question);
  return {
    title: `${conceptName(question.conceptId)} - ${question.conceptDescription}`,
    lines: [
      outcome === null ? 'No se abrió.' : `${outcome.title}. ${outcome.detail}`.trim(),
      ...question.answers.map((answer) => {
        const counted = question.rule === 'perUnit' ? `${votes(answer.dwellings)}; ` : '';
        return `${answer.answerDescription}: ${counted}${weightWords(answer)}`;
      }),
    ],
  };
}

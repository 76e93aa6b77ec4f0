import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import { outcomeWords, verdictWords } from '../../../shared/assemblies/concept-words.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { seatRows } from '../../../shared/assemblies/elections/words.ts';
import type { Snapshot } from '../../../shared/assemblies/live.ts';
import { dateTime } from '../../../shared/format.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type Attachment, lay, type MailPart, type Written } from '../../platform/mail/page.ts';

/** Content of the mail to the owners with the results of an ended assembly. */
export interface Results {
  jointName: string;
  /** Closing of the assembly, epoch ms. */
  endedAt: Millis;
  /** Results of the joint, then of its sectors. */
  parts: readonly { jointName: string; snapshot: Snapshot }[];
  /**
   * Signed head (signed state of the audit trail) at the end, as a text of several lines; null for assemblies older
   * than signed heads.
   */
  head: string | null;
  /** Address of the page to check a vote's receipt. */
  url: string;
}

/**
 * Writes the mail to owners with the results and the elected people. The evidence is attached as a file: the signed
 * head, and the hash of the counted votes of each closing (docs/why/evidence.md).
 */
export function writeResults({ jointName, endedAt, parts, head, url }: Results): Written {
  const isSectorial = parts.length > 1;
  const at = dateTime(new Date(endedAt).toISOString());
  const closings = parts.flatMap((part) => closingsOf(part, isSectorial));
  return {
    subject: `Resultados de la asamblea de ${jointName}`,
    ...lay([
      { heading: 'Esto decidió su conjunto' },
      { paragraph: `${jointName}. La asamblea terminó el ${at}.` },
      ...parts.flatMap((part) => questionsOf(part, isSectorial)),
      {
        paragraph:
          'Si usted votó, con el comprobante de su teléfono puede comprobar que su voto está entre los contados.',
      },
      { link: url, label: 'Compruebe su voto' },
      ...(head === null && closings.length === 0
        ? []
        : [
            {
              paragraph:
                'Los archivos adjuntos prueban las cifras. No hace falta abrirlos; guarde este correo.',
            },
          ]),
      {
        paragraph: `Este mensaje se envió a los propietarios de ${jointName} que tienen correo registrado. Si no lo esperaba, bórrelo y avise a la administración.`,
      },
    ]),
    attachments: [...(head === null ? [] : [headFile(head)]), ...closingsFile(closings)],
  };
}

function questionsOf({ jointName, snapshot }: Results['parts'][number], isNamed: boolean): MailPart[] {
  return [...snapshot.concepts, ...(snapshot.deleted ?? [])]
    .filter(({ conceptId, outcome }) => conceptId !== ATTENDANCE && outcome !== null)
    .flatMap((question): MailPart[] => {
      const words = outcomeWords(question);
      const verdict = verdictWords(question);
      if (words === null || verdict === null) return [];
      const place = isNamed ? `${jointName}, ` : '';
      const { sentence, beside } = verdict;
      const title = sentence === words.title ? '' : `${words.title}. `;
      const election = question.outcome?.election;
      const elected = election ? seatRows({ election, answers: question.answers }) : [];
      const mark = words.isGood ? '✓' : question.outcome?.status === 'rejected' ? '✕' : '·';
      return [
        {
          mark,
          title: `${place}${conceptName(question.conceptId)} - ${question.conceptDescription}`,
          lines: [
            `${sentence}${beside && ` (${beside})`}. ${title}${words.line || words.detail}`.trim(),
            ...elected.map(({ seat, name, list }) => `${seat}. ${name}${list && ` (${list})`}`),
          ],
        },
      ];
    });
}

/** Lines with the hash of the ballots of each closed question. */
function closingsOf({ jointName, snapshot }: Results['parts'][number], isNamed: boolean): string[] {
  return [...snapshot.concepts, ...(snapshot.deleted ?? [])].flatMap(({ conceptId, seal }) =>
    seal === undefined ? [] : [`${isNamed ? `${jointName}, ` : ''}${conceptName(conceptId)}: ${seal.root}`],
  );
}

const closingsFile = (closings: readonly string[]): Attachment[] =>
  closings.length === 0
    ? []
    : [
        {
          filename: 'cierres.txt',
          contentType: 'text/plain; charset=utf-8',
          content: Buffer.from(`Raíz del cierre de cada votación\n\n${closings.join('\n')}\n`),
        },
      ];

/**
 * Returns the paragraphs of a mail that ask the reader to keep the signed head (signed state of the audit
 * trail). Used in the administrators' summary and in the owners' mail.
 */
export const headParts = (head: string): MailPart[] => [
  {
    paragraph:
      'Guarde este correo. Las líneas que siguen son la cabeza de la asamblea: la firma de todo lo que se hizo hasta su fin. Con ella, aunque pasen años, cualquiera puede comprobar que los actos, los votos y los resultados no se cambiaron después. Van también en el archivo cabeza.txt.',
  },
  { title: 'Cabeza firmada', lines: head.split('\n') },
];

/**
 * Returns the signed head (signed state of the audit trail) as an attached text file, because mail programs
 * may break the lines of a mail.
 */
export const headFile = (head: string): Attachment => ({
  filename: 'cabeza.txt',
  contentType: 'text/plain; charset=utf-8',
  content: Buffer.from(head),
});

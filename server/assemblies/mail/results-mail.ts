import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import { outcomeWords } from '../../../shared/assemblies/concept-words.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Snapshot } from '../../../shared/assemblies/live.ts';
import { dateTime } from '../../../shared/format.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type Attachment, lay, type MailPart, type Written } from '../../platform/mail/page.ts';

/** Content of the mail to the owners with the results of an ended assembly. */
export interface Results {
  jointName: string;
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
 * Writes the mail with the results, the hash of the ballots of each closing, and the signed head to keep
 * (docs/why/evidence.md).
 */
export function writeResults({ jointName, endedAt, parts, head, url }: Results): Written {
  const isSectorial = parts.length > 1;
  const at = dateTime(new Date(endedAt).toISOString());
  return {
    subject: `Resultados de la asamblea de ${jointName}`,
    ...lay([
      { paragraph: `Señor(a) propietario(a) de ${jointName}:` },
      { paragraph: `La asamblea terminó el ${at}. Estos son los resultados que se anunciaron.` },
      ...parts.flatMap((part) => questionsOf(part, isSectorial)),
      ...(head === null ? [] : headParts(head)),
      {
        paragraph:
          'Si usted votó, con el comprobante de su teléfono puede comprobar que su voto está entre los contados:',
      },
      { link: url, label: 'Compruebe su voto' },
      {
        paragraph: `Este mensaje se envió a los propietarios de ${jointName} que tienen correo registrado. Si no lo esperaba, bórrelo y avise a la administración.`,
      },
    ]),
  };
}

function questionsOf({ jointName, snapshot }: Results['parts'][number], isNamed: boolean): MailPart[] {
  return [...snapshot.concepts, ...(snapshot.deleted ?? [])]
    .filter(({ conceptId, outcome }) => conceptId !== ATTENDANCE && outcome !== null)
    .flatMap((question) => {
      const words = outcomeWords(question);
      if (words === null) return [];
      const { seal } = question;
      const place = isNamed ? `${jointName}, ` : '';
      return [
        {
          title: `${place}${conceptName(question.conceptId)} - ${question.conceptDescription}`,
          lines: [
            `${words.title}. ${words.detail}`.trim(),
            ...(seal === undefined
              ? []
              : [`Palabras del cierre: ${seal.words.join(', ')}`, `Raíz del cierre: ${seal.root}`]),
          ],
        },
      ];
    });
}

/**
 * Returns the paragraphs that ask the reader to keep the signed head, for the administrators' summary and the
 * owners' mail.
 */
export const headParts = (head: string): MailPart[] => [
  {
    paragraph:
      'Guarde este correo. Las líneas que siguen son la cabeza de la asamblea: la firma de todo lo que se hizo hasta su fin. Con ella, aunque pasen años, cualquiera puede comprobar que los actos, los votos y los resultados no se cambiaron después. Van también en el archivo cabeza.txt.',
  },
  { title: 'Cabeza firmada', lines: head.split('\n') },
];

/** Returns the signed head as an attached file with exact bytes: mail programs may break the lines of a mail. */
export const headFile = (head: string): Attachment => ({
  filename: 'cabeza.txt',
  contentType: 'text/plain; charset=utf-8',
  content: Buffer.from(head),
});

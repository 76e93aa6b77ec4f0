import { type ChallengeDays, challengeWords } from '../../../shared/assemblies/law/challenge-days.ts';
import { counted, dateTime } from '../../../shared/format.ts';
import { type Attachment, lay, type MailFace, type Written } from '../../platform/mail/page.ts';
import { headFile } from '../mail/results-mail.ts';
import type { ActaPublication } from '../store/papers/acta-publications.repository.ts';
import type { KeptFile } from '../store/papers/assembly-files.repository.ts';

/** Content of the mail to owners about a published signed acta. */
export interface ActaNews {
  jointName: string;
  /** Title of the assembly; without a title, the kind of the assembly. */
  assembly: string;
  files: readonly KeptFile[];
  publication: ActaPublication;
  /** Last days to challenge the decisions; null before the end. */
  challenge: ChallengeDays | null;
  /** Signed chain head made over the files, as a text of several lines; null without a head. */
  head: string | null;
  /** Personal link to the page with the acta; works without a user. */
  url: string;
  /** Sentence with the help for owners; null without help. */
  help: string | null;
  /** Colour and crest of the joint. */
  face: MailFace;
}

/**
 * Writes the mail to the owners with a personal link to the signed acta (minutes of an assembly). The hashes of the
 * files, to compare copies, and the signed head are attached.
 */
export function writeActaNews(news: ActaNews): Written {
  const { jointName, assembly, files, publication, challenge, head, url, help, face } = news;
  const at = dateTime(new Date(publication.publishedAt).toISOString());
  return {
    subject: `Acta firmada de la asamblea de ${jointName}`,
    ...lay(
      [
        { heading: 'El acta firmada está a su disposición' },
        {
          paragraph: `El acta de la asamblea «${assembly}» se puede descargar desde el ${at} (Ley 675 de 2001, art. 47).${copyWords(
            publication,
          )
            .map((text) => ` ${text}`)
            .join('')}`,
        },
        { link: url, label: 'Ver el acta firmada' },
        ...(challenge === null ? [] : [{ paragraph: challengeWords(challenge) }]),
        {
          paragraph: ['El enlace es personal y no pide usuario: no lo reenvíe.', help ?? ''].join(' ').trim(),
        },
        {
          small:
            'Los archivos adjuntos prueban que el acta no se cambió. No hace falta abrirlos; guarde este correo.',
        },
        {
          small: `Este mensaje se envió a los propietarios de ${jointName} que tienen correo registrado. Si no lo esperaba, bórrelo y avise a la administración.`,
        },
      ],
      { name: jointName, line: assembly, face },
    ),
    attachments: [hashesFile(files), ...(head === null ? [] : [headFile(head)])],
  };
}

/** Returns the sentences with the place of the complete copy, and with the reason of a replaced acta. */
export const copyWords = ({ place, reason }: ActaPublication): string[] => [
  ...(place === null ? [] : [`Una copia completa está en: ${place}.`]),
  ...(reason === null ? [] : [`Reemplaza a la anterior. Motivo: ${reason}`]),
];

const hashesFile = (files: ActaNews['files']): Attachment => ({
  filename: 'huellas.txt',
  contentType: 'text/plain; charset=utf-8',
  content: Buffer.from(
    `Huella SHA-256 de ${counted(files.length, 'archivo')}\n\n${files.map(({ fileName, sha256 }) => `${fileName}: ${sha256}\n`).join('')}`,
  ),
});

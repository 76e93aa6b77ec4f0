import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import {
  type OutcomeWords,
  outcomeWords,
  type VerdictWords,
  verdictWords,
} from '../../../shared/assemblies/concept-words.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { electionNotes, seatRows } from '../../../shared/assemblies/elections/words.ts';
import { type ChallengeDays, challengeWords } from '../../../shared/assemblies/law/challenge-days.ts';
import type { Snapshot } from '../../../shared/assemblies/live.ts';
import type { OwnerVerdict, OwnUnitVotes } from '../../../shared/assemblies/signed-acta/owner-link.api.ts';
import { coefficient, dateTime } from '../../../shared/format.ts';
import type { Millis } from '../../platform/db/tables.ts';
import {
  type Attachment,
  lay,
  type MailFace,
  type MailPart,
  type Written,
} from '../../platform/mail/page.ts';

/** Content of the mail to the owners with the results of an ended assembly. */
export interface Results {
  jointName: string;
  /** Closing of the assembly, epoch ms. */
  endedAt: Millis;
  /** Results of the joint, then of its sectors. */
  parts: readonly { jointName: string; snapshot: Snapshot }[];
  /** Votes of the owner's units; empty if no unit has the address. */
  own: readonly OwnUnitVotes[];
  /** Last days to challenge the decisions; null before the end. */
  challenge: ChallengeDays | null;
  /**
   * Signed head (signed state of the audit trail) at the end, as a text of several lines; null for assemblies older
   * than signed heads.
   */
  head: string | null;
  /** Calendar entry of the second call, cancelled; empty without an entry in the receiver's calendar. */
  cancelled: readonly Attachment[];
  /** Personal link to the page with the results and the check of a vote. */
  url: string;
  /** Sentence with the help for owners; null without help. */
  help: string | null;
  /** Colour and crest of the joint. */
  face: MailFace;
}

/**
 * Writes the mail to owners with the results and the elected people. The evidence is attached as a file: the signed
 * head, and the hash of the counted votes of each closing (docs/why/evidence.md).
 */
export function writeResults(results: Results): Written {
  const { jointName, endedAt, parts, own, challenge, cancelled, head, url, help, face } = results;
  const at = dateTime(new Date(endedAt).toISOString());
  const closings = parts.flatMap((part) => closingsOf(part, parts.length > 1));
  const isProven = head !== null || closings.length > 0;
  return {
    subject: `Resultados de la asamblea de ${jointName}`,
    ...lay(
      [
        { heading: 'Esto decidió su conjunto' },
        ...verdictsOf(parts),
        ...ownPartsOf(own),
        ...(challenge === null ? [] : [{ paragraph: challengeWords(challenge) }]),
        { link: url, label: 'Ver los resultados y mi voto' },
        { paragraph: ['El enlace es personal: no lo reenvíe.', help ?? ''].join(' ').trim() },
        ...(isProven
          ? [
              {
                small:
                  'Los archivos adjuntos prueban las cifras. No hace falta abrirlos; guarde este correo.',
              },
            ]
          : []),
        {
          small: `Este mensaje se envió a los propietarios de ${jointName} que tienen correo registrado. Si no lo esperaba, bórrelo y avise a la administración.`,
        },
      ],
      { name: jointName, line: `La asamblea terminó el ${at}`, face },
    ),
    attachments: [...(head === null ? [] : [headFile(head)]), ...closingsFile(closings), ...cancelled],
  };
}

/**
 * Returns the verdicts of an ended assembly, a row for each question: the text, a sentence about the result, and the
 * names of the elected people. Used by the mail to owners and by the page of the mail's link.
 */
export const verdictsOf = (parts: Results['parts']): OwnerVerdict[] =>
  parts.flatMap((part) => questionsOf(part, parts.length > 1));

function questionsOf({ jointName, snapshot }: Results['parts'][number], isNamed: boolean): OwnerVerdict[] {
  return [...snapshot.concepts, ...(snapshot.deleted ?? [])]
    .filter(({ conceptId, outcome }) => conceptId !== ATTENDANCE && outcome !== null)
    .flatMap((question): OwnerVerdict[] => {
      const words = outcomeWords(question);
      const verdict = verdictWords(question);
      if (words === null || verdict === null) return [];
      const election = question.outcome?.election;
      const toldElection = election && { election, answers: question.answers };
      const elected = toldElection ? seatRows(toldElection) : [];
      const mark = words.isGood ? '✓' : question.outcome?.status === 'rejected' ? '✕' : '·';
      const place = isNamed ? `${jointName}, ` : '';
      return [
        {
          mark,
          title: `${place}${question.conceptDescription}`,
          lines: [
            ...(elected.length > 0 && words.isGood ? [] : [verdictLineOf(words, verdict)]),
            ...elected.map(({ name, list }) => `${name}${list && ` (${list})`}`),
            ...(toldElection ? electionNotes(toldElection) : []),
          ],
        },
      ];
    });
}

/** Returns the votes of the owner's units, a title for each unit. */
const ownPartsOf = (own: readonly OwnUnitVotes[]): MailPart[] =>
  own
    .filter(({ votes }) => votes.length > 0)
    .map(({ apartmentId, votes }) => ({
      title: `Sus votos por ${apartmentId}`,
      lines: votes.map(
        ({ title, answer, coefficient: weight, cost }) =>
          `${title}: ${answer ?? 'no votó'} (coeficiente ${coefficient(weight)}).${cost === null ? '' : ` ${cost}`}`,
      ),
    }));

/** Returns the sentence of a verdict with the exact share, unless the sentence has the share or a detail. */
function verdictLineOf(words: OutcomeWords, { sentence, beside }: VerdictWords): string {
  if (sentence === words.title) return [`${sentence}.`, words.detail].filter(Boolean).join(' ');
  return `${sentence}${beside && !sentence.includes(words.figure) ? ` (${beside})` : ''}.`;
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

import {
  groundLaw,
  groundReason,
  groundStateNames,
} from '../../../shared/assemblies/challenge/challenge.api.ts';
import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import { challengeWords } from '../../../shared/assemblies/law/challenge-days.ts';
import { type Block, heading, paragraph } from './acta.ts';
import type { ActaFacts } from './acta-facts.ts';
import { dayAndHour } from './words.ts';

/** Lists the names of grounds by code. */
const names = (facts: ActaFacts['challenge'], codes: readonly string[]): string =>
  codes.length === 0
    ? 'Ninguno'
    : codes.map((code) => facts?.grounds.find((ground) => ground.code === code)?.name ?? code).join(', ');

/**
 * Annex of the acta with the grounds to challenge the assembly, as judged at the end, and the state at each closing of
 * a question. Empty before the end, and for assemblies without stored grounds.
 */
export function challengeAnnex({ challenge, rootName }: ActaFacts): Block[] {
  if (challenge === null || rootName !== null) return [];
  const { at, grounds, days, closings } = challenge;
  return [
    heading(1, 'Anexo: semáforo de impugnación'),
    paragraph(
      `Estado de cada punto al terminar la asamblea, ${dayAndHour(at)}. «${groundStateNames.green}» dice que SCAF no encontró problema en ese punto; no dice que la asamblea sea válida.`,
    ),
    ...(days === null ? [] : [paragraph(challengeWords(days))]),
    {
      kind: 'table',
      columns: [
        { header: 'Punto', share: 22 },
        { header: 'Norma y fallo', share: 24 },
        { header: 'Estado', share: 14 },
        { header: 'Razón', share: 40 },
      ],
      rows: grounds.map((ground) => [
        ground.name,
        groundLaw(ground),
        groundStateNames[ground.state],
        groundReason(ground),
      ]),
    },
    ...(closings.length === 0
      ? []
      : [
          paragraph('Estado al cerrar cada votación; los demás puntos estaban sin problema encontrado.'),
          {
            kind: 'table' as const,
            columns: [
              { header: 'Cierre', share: 28 },
              { header: groundStateNames.red, share: 36 },
              { header: groundStateNames.missing, share: 36 },
            ],
            rows: closings.map(({ at: closedAt, jointName, conceptId, red, missing }) => [
              `${conceptName(conceptId)}${jointName === null ? '' : `, ${jointName}`}, ${dayAndHour(closedAt)}`,
              names(challenge, red),
              names(challenge, missing),
            ]),
          },
        ]),
  ];
}

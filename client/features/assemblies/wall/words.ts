import type { LiveConcept, Snapshot } from '../../../../shared/assemblies/live.ts';
import { coefficient } from '../../../lib/format.ts';
import { missingFigure } from '../common/question-messages.ts';

/**
 * Parts of the wall's sentence about the quorum, 'Falta más de 3,1234 para el quórum', to show the figure larger
 * than the words.
 */
export interface QuorumLine {
  /** True if the quorum is reached. */
  isReached: boolean;
  /** Words before the figure: 'Falta más de'. */
  before: string;
  /** Missing figure: '3,1234'. Empty without a figure. */
  figure: string;
  /** Words after the figure: 'para el quórum'. */
  after: string;
}

type QuorumState = Pick<Snapshot, 'registered' | 'quorum' | 'assembly'>;

const inWords = (before: string): QuorumLine => ({ isReached: false, before, figure: '', after: '' });

/**
 * Returns the Spanish sentence about the quorum on the wall in parts: reached, or the missing coefficient or number
 * of owners.
 */
export function quorumLine({ registered, quorum, assembly }: QuorumState): QuorumLine {
  if (quorum.reached) return { ...inWords('Hay quórum'), isReached: true };
  if (isSecondCall({ quorum, assembly })) return inWords('Faltan propietarios: se necesitan al menos dos');
  if (registered.coefficient > quorum.required) {
    return inWords('Falta otro propietario: se necesitan al menos dos');
  }
  const [, more = '', figure = ''] = /^(más de )?(.*)$/.exec(missingFigure({ registered, quorum })) ?? [];
  return { isReached: false, before: `Falta ${more}`.trim(), figure, after: 'para el quórum' };
}

/** Returns the parts of `quorumLine` joined to a sentence: 'Falta más de 3,1234 para el quórum'. */
export function quorumSentence(state: QuorumState): string {
  const { before, figure, after } = quorumLine(state);
  return [before, figure, after].filter(Boolean).join(' ');
}

/**
 * Returns a Spanish sentence with the quorum required by law, for the wall: the coefficient to exceed, or at least
 * two owners in a second call.
 */
export function quorumRule({ quorum, assembly }: Pick<Snapshot, 'quorum' | 'assembly'>): string {
  return isSecondCall({ quorum, assembly })
    ? 'Segunda convocatoria: al menos dos propietarios'
    : `Quórum: más de ${coefficient(quorum.required)}`;
}

/**
 * True in the second call. Also checks `required` for 0: the event with the 0 may arrive before the snapshot
 * with `call`.
 */
function isSecondCall({ quorum, assembly }: Pick<Snapshot, 'quorum' | 'assembly'>): boolean {
  return assembly?.call === 2 || quorum.required === 0;
}

/** True for a question created but never opened, so without result and votes. */
export function isPrepared({ active, outcome, voted }: LiveConcept): boolean {
  return active === 0 && (outcome === null || outcome.status === 'open') && voted.apartments === 0;
}

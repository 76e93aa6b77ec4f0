import { formatExact, fromNumber, nano } from '../coefficient.ts';
import { count, formatCoefficientExact } from '../format.ts';
import type { Assembly } from '../properties/joints.api.ts';
import { ATTENDANCE, type Rule } from './concepts.api.ts';
import type { LiveConcept, Snapshot } from './live.ts';

type Mode = Assembly['mode'];

/** How a rule decides, wherever it is told: at length, in a table, and in few words. */
export interface RuleWords {
  /** What is added up. */
  counts: string;
  /** What an answer has to reach, in a sentence. */
  text: string;
  /** The same beside the rule's name, in few words. */
  need: string;
  /** Where that is written. */
  source: string;
}

/**
 * A rule in plain words.
 * @param approving the answer that has to reach it; null where it is told of any question
 * @param blank of an election: its blank answer, null where it has none; left out where it is told of any
 */
export function ruleWords(
  rule: Rule,
  approving: string | null,
  mode: Mode | undefined,
  blank?: string | null,
): RuleWords {
  const answer = approving === null ? 'La respuesta que aprueba' : `«${approving}»`;
  switch (rule) {
    case 'simple':
      return {
        counts: 'El coeficiente',
        text: `${answer} debe pasar de la mitad del coeficiente representado. La mitad exacta no basta.`,
        need: 'más de la mitad de lo representado',
        source: 'Ley 675 de 2001, art. 45',
      };
    case 'perUnit':
      // Which kinds vote is the joint's to say: not only dwellings.
      return {
        counts: 'Un voto por inmueble: las viviendas, o los tipos que indique la copropiedad',
        text: `${answer} debe pasar de la mitad de los votos representados: uno por cada inmueble que vota, sea cual sea su coeficiente. Solo para lo que no tiene contenido económico.`,
        need: 'más de la mitad de los votos representados',
        source: 'Sentencia C-522 de 2002',
      };
    case 'qualified':
      return {
        counts: 'El coeficiente',
        text: `${answer} debe reunir al menos el 70 % del coeficiente de toda la copropiedad${qualifiedIn(mode)}`,
        need: mode === 'mixed' ? '70 % del total, con votos del salón' : '70 % del total',
        source: `Ley 675 de 2001, art. 46${mode === 'inPerson' ? '' : ' y su parágrafo'}`,
      };
    case 'election':
      return {
        counts: 'El coeficiente',
        text: `Gana la respuesta con más coeficiente.${blankWords(blank)} Un empate no elige a nadie.`,
        need: 'la más votada',
        source: 'Ley 675 de 2001, art. 45, y el reglamento',
      };
  }
}

function blankWords(blank: string | null | undefined): string {
  if (blank === undefined) return ' El voto en blanco no se elige.';
  return blank === null ? '' : ` «${blank}» no se elige.`;
}

/** The text of a question's blank answer, as `ruleWords` takes it. */
export function blankOf({ answers, outcome }: Pick<LiveConcept, 'answers' | 'outcome'>): string | null {
  return answers.find(({ answerId }) => answerId === outcome?.blankAnswerId)?.answerDescription ?? null;
}

function qualifiedIn(mode: Mode | undefined): string {
  if (mode === 'mixed') return ', contando solo los votos dados en el salón.';
  return mode === 'virtual' ? '. En una asamblea virtual no se ofrece.' : '.';
}

/** What there is to be reached a part of: coefficients in the table's units, votes of one each where they are known. */
export interface Bases {
  represented: number;
  total: number;
  dwellings: number | null;
}

type Known = Pick<Snapshot, 'registered' | 'total' | 'concepts'>;

/** The bases of a question asked now, by the joint's live figures. */
export function basesOf({ registered, total, concepts }: Known): Bases {
  const attendance = concepts.find((concept) => concept.conceptId === ATTENDANCE);
  return {
    represented: registered.coefficient,
    total: total.coefficient,
    dwellings: attendance?.answers[0]?.dwellings ?? null,
  };
}

/** The bases of a question: what is represented now while it is not closed, and was at its closing afterwards. */
export function basesOfConcept(
  { outcome, rule }: Pick<LiveConcept, 'outcome' | 'rule'>,
  joint: Known,
): Bases {
  const now = basesOf(joint);
  if (!outcome) return now;
  const isClosed = outcome.status !== 'open';
  return {
    represented: isClosed && rule !== 'qualified' ? outcome.base.coefficient : now.represented,
    total: isClosed && rule === 'qualified' ? outcome.base.coefficient : now.total,
    dwellings: rule === 'perUnit' ? outcome.base.apartments : now.dwellings,
  };
}

/**
 * What a rule takes in figures: 'más de 31,25 de los 62,5 representados'. Computed in integers of 10⁻⁹, of
 * which every sum of votes is one: so more than the rounded-down half is more than the half, and no less than
 * the rounded-up 70 % is no less than 70 %.
 */
export function requirement(rule: Rule, { represented, total, dwellings }: Bases): string | null {
  if (rule === 'simple') {
    const half = nano(Math.floor(fromNumber(represented) / 2));
    return `más de ${formatExact(half)} de los ${formatCoefficientExact(represented)} representados`;
  }
  if (rule === 'qualified') {
    const needed = nano(Number((7n * BigInt(fromNumber(total)) + 9n) / 10n));
    return `al menos ${formatExact(needed)} de los ${formatCoefficientExact(total)} de la copropiedad`;
  }
  if (rule === 'perUnit' && dwellings !== null) {
    return `al menos ${count(Math.floor(dwellings / 2) + 1)} de los ${count(dwellings)} votos representados`;
  }
  return null;
}

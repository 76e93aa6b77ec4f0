import { fromNumber, nano, toNumber } from '../coefficient.ts';
import { coefficient, count, formatCoefficientExact } from '../format.ts';
import type { Assembly } from '../properties/joints.api.ts';
import { ATTENDANCE, type Rule } from './concepts.api.ts';
import type { LiveConcept, Outcome, Snapshot } from './live.ts';

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

/** What has to be passed, or of a qualified majority reached, as a part of what decides, 0 to 1. */
export const lineOf = (rule: Rule): number => (rule === 'qualified' ? 0.7 : 0.5);

/** The half that is to be passed, rounded down to a billionth: every sum of votes that is more passes the half. */
const halfOf = (whole: number): number => toNumber(nano(Math.floor(fromNumber(whole) / 2)));

/** The 70 % that are to be reached, rounded up to a billionth. */
const seventyOf = (whole: number): number =>
  toNumber(nano(Number((7n * BigInt(fromNumber(whole)) + 9n) / 10n)));

/**
 * What a rule takes in figures: 'más de 31,2500 de los 62,5000 representados'. Computed in integers of 10⁻⁹, of
 * which every sum of votes is one: so more than the rounded-down half is more than the half, and no less than
 * the rounded-up 70 % is no less than 70 %.
 * @param say how coefficients are written: with four decimals, or exactly where the words are to be relied on
 */
export function requirement(
  rule: Rule,
  { represented, total, dwellings }: Bases,
  say: (value: number) => string = coefficient,
): string | null {
  if (rule === 'simple') return `más de ${say(halfOf(represented))} de los ${say(represented)} representados`;
  if (rule === 'qualified') return `al menos ${say(seventyOf(total))} de los ${say(total)} de la copropiedad`;
  if (rule === 'perUnit' && dwellings !== null) {
    return `al menos ${count(Math.floor(dwellings / 2) + 1)} de los ${count(dwellings)} votos representados`;
  }
  return null;
}

/**
 * The line that a closed question had to pass, beside what it reached: 'Debía pasar de 26,3234, la mitad de los
 * 52,6468 representados.' Of an election, which the most voted wins, it is the half that it may not have reached.
 * @param reached the coefficient that decides, in the table's units
 */
export function lineWords(rule: Rule, { base, mode }: Outcome, reached: number): string {
  const whole = base.coefficient;
  // Where four decimals would show the line as what was reached, all of them are said.
  const beside = (line: number) =>
    coefficient(line) === coefficient(reached) ? formatCoefficientExact(line) : coefficient(line);
  switch (rule) {
    case 'simple':
      return `Debía pasar de ${beside(halfOf(whole))}, la mitad de los ${coefficient(whole)} representados.`;
    case 'perUnit':
      return `Debía reunir al menos ${count(Math.floor(base.apartments / 2) + 1)} de los ${count(base.apartments)} votos representados.`;
    case 'qualified':
      return `Debía reunir al menos ${beside(seventyOf(whole))}, el 70 % de los ${coefficient(whole)} de la copropiedad${mode === 'mixed' ? ', con votos del salón' : ''}.`;
    case 'election':
      return `La mitad de lo representado es ${beside(halfOf(whole))}.`;
  }
}

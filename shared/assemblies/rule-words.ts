import { fromNumber, nano, toNumber } from '../coefficient.ts';
import { coefficient, coefficientBeside, count } from '../format.ts';
import type { Assembly } from '../properties/joints.api.ts';
import { ATTENDANCE } from './concepts.api.ts';
import {
  byLawsSource,
  isOfRoll,
  type Majority,
  millionthsOf,
  type Rule,
  type Threshold,
} from './law/majority.ts';
import type { LiveConcept, Outcome, Snapshot } from './live.ts';

type Mode = Assembly['mode'];

/** Spanish names of the rules of decision, as shown to the operator and in reports. Key: rule ('simple'). */
export const ruleNames: Record<Rule, string> = {
  simple: 'Más de la mitad de los coeficientes representados',
  perUnit: 'Un voto por inmueble',
  qualified: 'Mayoría calificada',
  election: 'Elección',
  threshold: 'Mayoría del reglamento',
  unanimous: 'Unanimidad',
};

/** Spanish words about a rule of decision, in several lengths, for the operator, voters and reports. */
export interface RuleWords {
  /** Words for the counted sum: coefficient or number of votes. */
  counts: string;
  /** Sentence about the requirement for an answer to win. */
  text: string;
  /** Short requirement, shown beside the name of the rule. */
  need: string;
  /** Legal source of the rule as text: article or clause. */
  source: string;
}

/**
 * Returns Spanish words about a majority rule for the operator, voters and reports: votes needed, short form, and
 * legal source.
 * @param approving text of the approving answer; null: general words
 * @param blank text of the blank answer in an election; null without a blank answer; undefined: general words
 * @param mode mode of the assembly: in person, virtual or mixed; undefined: words for every mode
 */
export function ruleWords(
  { rule, threshold, votePer, clause }: Majority & { rule: Rule },
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
        source: clause === undefined ? 'Ley 675 de 2001, art. 45' : byLawsSource(clause),
      };
    case 'perUnit':
      if (votePer === 'owner') {
        return {
          counts: 'Un voto por propietario: los de viviendas, o de los tipos que indique la copropiedad',
          text: `${answer} debe pasar de la mitad de los votos representados: uno por cada propietario, sin importar cuántos inmuebles tenga. Si vota distinto con ellos, su voto no cuenta para ninguna respuesta. Solo para lo que no tiene contenido económico.`,
          need: 'más de la mitad de los votos representados',
          source: 'Sentencia C-522 de 2002, un propietario, un voto',
        };
      }
      // The joint chooses the kinds of units that vote, not only dwellings.
      return {
        counts: 'Un voto por inmueble: las viviendas, o los tipos que indique la copropiedad',
        text: `${answer} debe pasar de la mitad de los votos representados: uno por cada inmueble que vota, sea cual sea su coeficiente. Solo para lo que no tiene contenido económico.`,
        need: 'más de la mitad de los votos representados',
        source: 'Sentencia C-522 de 2002',
      };
    case 'qualified':
      return {
        counts: 'El coeficiente',
        text: `${answer} debe reunir al menos el 70 % del coeficiente de toda la copropiedad${inRoomWords(mode)}`,
        need: mode === 'mixed' ? '70 % del total, con votos del salón' : '70 % del total',
        source: `Ley 675 de 2001, art. 46${parWords(mode)}`,
      };
    case 'threshold':
      return {
        counts: 'El coeficiente',
        text: `${answer} debe pasar del ${percentWords(threshold)}. Ese porcentaje exacto no basta.`,
        need: `más del ${percentWords(threshold)}`,
        source: clause === undefined ? 'Ley 675 de 2001, art. 45, y el reglamento' : byLawsSource(clause),
      };
    case 'unanimous':
      return {
        counts: 'El coeficiente',
        text: `${answer} debe reunir todo el coeficiente de la copropiedad: sin un solo voto en contra, en blanco o que falte${inRoomWords(mode)}`,
        need: mode === 'mixed' ? 'todo el coeficiente, con votos del salón' : 'todo el coeficiente',
        source: `Ley 675 de 2001, art. 9, num. 2${mode === 'inPerson' ? '' : mode === 'mixed' ? ', y una lectura del art. 46, parágrafo' : ', y art. 46, parágrafo'}`,
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

/**
 * Returns the name of a majority for use within a Spanish sentence: 'mayoría calificada', 'más del 60 % de lo
 * representado'.
 */
export const majorityWords = (majority: Majority & { rule: Rule }): string =>
  majority.threshold === undefined
    ? ruleNames[majority.rule].toLowerCase()
    : ruleWords(majority, null, undefined).need;

/**
 * Returns a percentage with the base: '60 % de lo representado', '66,6667 % de toda la copropiedad'. Without a
 * threshold: a general text.
 */
function percentWords(threshold: Threshold | undefined): string {
  if (threshold === undefined) return 'porcentaje que exige el reglamento';
  return `${percentSign(threshold)} ${threshold.base === 'roll' ? 'de toda la copropiedad' : 'de lo representado'}`;
}

/**
 * Returns the Spanish label of the mark on an answer's bar, the share needed to win: 'Más de la mitad', 'Al menos
 * el 70 %'.
 */
export function markWords({ rule, threshold }: Majority): string {
  if (rule === 'qualified') return 'Al menos el 70 %';
  if (rule === 'unanimous') return 'Todo';
  return rule === 'threshold' && threshold !== undefined
    ? `Más del ${percentSign(threshold)}`
    : 'Más de la mitad';
}

/** Formats the percentage required by the by-laws with all decimals: '66,6667 %'. */
export const percentSign = ({ percent }: Threshold): string => `${String(percent).replace('.', ',')} %`;

function blankWords(blank: string | null | undefined): string {
  if (blank === undefined) return ' El voto en blanco no se elige.';
  return blank === null ? '' : ` «${blank}» no se elige.`;
}

/** Returns the text of a question's blank answer, for `ruleWords`. Null without a blank answer. */
export function blankOf({ answers, outcome }: Pick<LiveConcept, 'answers' | 'outcome'>): string | null {
  return answers.find(({ answerId }) => answerId === outcome?.blankAnswerId)?.answerDescription ?? null;
}

/**
 * Returns the addition to a legal source about votes in the room. The law does not mention mixed assemblies:
 * counting only the room is a reading of the paragraph.
 */
function parWords(mode: Mode | undefined): string {
  if (mode === 'mixed') return ' y una lectura de su parágrafo';
  return mode === 'inPerson' ? '' : ' y su parágrafo';
}

function inRoomWords(mode: Mode | undefined): string {
  if (mode === 'mixed') return ', contando solo los votos dados en el salón.';
  return mode === 'virtual' ? '. En una asamblea virtual no se ofrece.' : '.';
}

/**
 * Figures of an assembly at a moment, to compute the votes needed under a rule: represented and total coefficient,
 * and number of equal votes.
 */
export interface Bases {
  /** Coefficient of the registered units, in the table's units. */
  represented: number;
  /** Coefficient of all units, in the table's units. */
  total: number;
  /** Number of equal votes: a vote for each unit of the counted kinds, or a vote for each owner. Null if unknown. */
  dwellings: number | null;
}

type RuleContext = Pick<Snapshot, 'registered' | 'total' | 'concepts'>;

/**
 * Returns the figures to compute the votes needed under a rule, if a question opened now, from the live state of
 * the assembly.
 * @param context registered and total units, and the concepts of the assembly
 */
export function basesOf({ registered, total, concepts }: RuleContext): Bases {
  const attendance = concepts.find((concept) => concept.conceptId === ATTENDANCE);
  return {
    represented: registered.coefficient,
    total: total.coefficient,
    dwellings: attendance?.answers[0]?.dwellings ?? null,
  };
}

/**
 * Returns the figures to compute the votes needed under the rule of a question: figures of now while the question
 * is open, figures of the closing afterwards.
 * @param joint live state of the assembly
 */
export function basesOfConcept(
  { outcome, rule, threshold }: Pick<LiveConcept, 'outcome' | 'rule' | 'threshold'>,
  joint: RuleContext,
): Bases {
  const now = basesOf(joint);
  if (!outcome) return now;
  const isClosed = outcome.status !== 'open';
  const ofRoll = isOfRoll({ rule, threshold });
  return {
    represented: isClosed && !ofRoll ? outcome.base.coefficient : now.represented,
    total: isClosed && ofRoll ? outcome.base.coefficient : now.total,
    dwellings: rule === 'perUnit' ? outcome.base.apartments : now.dwellings,
  };
}

/**
 * Returns ', uno por propietario' to append to a number of votes, in a question with a single vote for each owner;
 * '' in other questions.
 */
export const perWhom = ({ votePer }: Pick<Majority, 'votePer'>): string =>
  votePer === 'owner' ? ', uno por propietario' : '';

/** Returns half of a coefficient, rounded down to a billionth: any larger sum of votes exceeds half. */
const halfOf = (whole: number): number => toNumber(nano(Math.floor(fromNumber(whole) / 2)));

/** Returns 70 % of a coefficient, rounded up to a billionth. */
const seventyOf = (whole: number): number =>
  toNumber(nano(Number((7n * BigInt(fromNumber(whole)) + 9n) / 10n)));

/** Returns the coefficient to exceed under a percentage, rounded down to a billionth. */
const thresholdOf = (threshold: Threshold, whole: number): number =>
  toNumber(
    nano(Number((BigInt(millionthsOf(threshold.percent) ?? 0) * BigInt(fromNumber(whole))) / 1_000_000n)),
  );

/**
 * Writes the votes needed under a rule in figures: 'más de 31,2500 de los 62,5000 representados'. Exact: computed
 * in integers of 10⁻⁹. Null for an election, and if the number of equal votes is unknown.
 * @param say formats coefficients: four decimals, or exact
 */
export function requirement(
  { rule, threshold, votePer }: Majority,
  { represented, total, dwellings }: Bases,
  say: (value: number) => string = coefficient,
): string | null {
  if (rule === 'simple') return `más de ${say(halfOf(represented))} de los ${say(represented)} representados`;
  if (rule === 'qualified') return `al menos ${say(seventyOf(total))} de los ${say(total)} de la copropiedad`;
  if (rule === 'unanimous') return `los ${say(total)} de la copropiedad, sin que falte ninguno`;
  if (rule === 'threshold' && threshold !== undefined) {
    const whole = threshold.base === 'roll' ? total : represented;
    const of = threshold.base === 'roll' ? 'de la copropiedad' : 'representados';
    return `más de ${say(thresholdOf(threshold, whole))} de los ${say(whole)} ${of}`;
  }
  if (rule === 'perUnit' && dwellings !== null) {
    return `al menos ${count(Math.floor(dwellings / 2) + 1)} de los ${count(dwellings)} votos representados${perWhom({ votePer })}`;
  }
  return null;
}

/**
 * Writes after the closing how many votes an answer needed: 'Debía pasar de 26,3234, la mitad de los 52,6468
 * representados.' With enough decimals to differ from the reached figure. For an election, won by most votes: half,
 * for comparison.
 * @param reached deciding coefficient, in the table's units
 */
export function lineWords(
  { rule, threshold, votePer }: Majority,
  { base, mode }: Outcome,
  reached: number,
): string {
  const whole = base.coefficient;
  const beside = (line: number) => coefficientBeside(line, reached);
  switch (rule) {
    case 'simple':
      return `Debía pasar de ${beside(halfOf(whole))}, la mitad de los ${coefficient(whole)} representados.`;
    case 'perUnit':
      return `Debía reunir al menos ${count(Math.floor(base.apartments / 2) + 1)} de los ${count(base.apartments)} votos representados${perWhom({ votePer })}.`;
    case 'qualified':
      return `Debía reunir al menos ${beside(seventyOf(whole))}, el 70 % de los ${coefficient(whole)} de la copropiedad${mode === 'mixed' ? ', con votos del salón' : ''}.`;
    case 'threshold': {
      if (threshold === undefined) return '';
      const of = threshold.base === 'roll' ? 'de la copropiedad' : 'representados';
      return `Debía pasar de ${beside(thresholdOf(threshold, whole))}, el ${percentSign(threshold)} de los ${coefficient(whole)} ${of}.`;
    }
    case 'unanimous':
      return `Debía reunir los ${beside(whole)} de la copropiedad, sin que faltara ninguno${mode === 'mixed' ? ', con votos del salón' : ''}.`;
    case 'election':
      return `La mitad de lo representado es ${beside(halfOf(whole))}.`;
    default:
      return '';
  }
}

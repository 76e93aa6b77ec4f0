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

export const ruleNames: Record<Rule, string> = {
  simple: 'Más de la mitad de los coeficientes representados',
  perUnit: 'Un voto por inmueble',
  qualified: 'Mayoría calificada',
  election: 'Elección',
  threshold: 'Mayoría del reglamento',
  unanimous: 'Unanimidad',
};

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

/** A majority in the middle of a sentence: 'mayoría calificada', 'más del 60 % de lo representado'. */
export const majorityWords = (majority: Majority & { rule: Rule }): string =>
  majority.threshold === undefined
    ? ruleNames[majority.rule].toLowerCase()
    : ruleWords(majority, null, undefined).need;

/** '60 % de lo representado', '66,6667 % de toda la copropiedad'; as a question is not asked yet, without a figure. */
function percentWords(threshold: Threshold | undefined): string {
  if (threshold === undefined) return 'porcentaje que exige el reglamento';
  return `${percentSign(threshold)} ${threshold.base === 'roll' ? 'de toda la copropiedad' : 'de lo representado'}`;
}

/** What the line across an answer's bar says. */
export function markWords({ rule, threshold }: Majority): string {
  if (rule === 'qualified') return 'Al menos el 70 %';
  if (rule === 'unanimous') return 'Todo';
  return rule === 'threshold' && threshold !== undefined
    ? `Más del ${percentSign(threshold)}`
    : 'Más de la mitad';
}

const percentSign = ({ percent }: Threshold): string => `${String(percent).replace('.', ',')} %`;

function blankWords(blank: string | null | undefined): string {
  if (blank === undefined) return ' El voto en blanco no se elige.';
  return blank === null ? '' : ` «${blank}» no se elige.`;
}

/** The text of a question's blank answer, as `ruleWords` takes it. */
export function blankOf({ answers, outcome }: Pick<LiveConcept, 'answers' | 'outcome'>): string | null {
  return answers.find(({ answerId }) => answerId === outcome?.blankAnswerId)?.answerDescription ?? null;
}

/** The paragraph does not name mixed assemblies: votes of the room alone are a reading. */
function parWords(mode: Mode | undefined): string {
  if (mode === 'mixed') return ' y una lectura de su parágrafo';
  return mode === 'inPerson' ? '' : ' y su parágrafo';
}

function inRoomWords(mode: Mode | undefined): string {
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
  { outcome, rule, threshold }: Pick<LiveConcept, 'outcome' | 'rule' | 'threshold'>,
  joint: Known,
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

/** Beside votes of one each: whose they are, where each owner has one. */
export const perWhom = ({ votePer }: Pick<Majority, 'votePer'>): string =>
  votePer === 'owner' ? ', uno por propietario' : '';

/** The half that is to be passed, rounded down to a billionth: every sum of votes that is more passes the half. */
const halfOf = (whole: number): number => toNumber(nano(Math.floor(fromNumber(whole) / 2)));

/** The 70 % that are to be reached, rounded up to a billionth. */
const seventyOf = (whole: number): number =>
  toNumber(nano(Number((7n * BigInt(fromNumber(whole)) + 9n) / 10n)));

/** What a threshold asks to be passed, rounded down to a billionth, as the half. */
const thresholdOf = (threshold: Threshold, whole: number): number =>
  toNumber(
    nano(Number((BigInt(millionthsOf(threshold.percent) ?? 0) * BigInt(fromNumber(whole))) / 1_000_000n)),
  );

/**
 * What a rule takes in figures: 'más de 31,2500 de los 62,5000 representados'. Computed in integers of 10⁻⁹, of
 * which every sum of votes is one: so more than the rounded-down half is more than the half, and no less than
 * the rounded-up 70 % is no less than 70 %.
 * @param say how coefficients are written: with four decimals, or exactly where the words are to be relied on
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
 * The line that a closed question had to pass, beside what it reached: 'Debía pasar de 26,3234, la mitad de los
 * 52,6468 representados.' Of an election, which the most voted wins, it is the half that it may not have reached.
 * @param reached the coefficient that decides, in the table's units
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

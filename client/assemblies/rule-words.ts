import { ATTENDANCE, type Rule } from '../../shared/assemblies/concepts.api.ts';
import { formatExact, fromNumber, nano } from '../../shared/coefficient.ts';
import type { LiveConcept, Snapshot } from '../../shared/live.ts';
import type { Assembly } from '../../shared/properties/joints.api.ts';
import { count, exactCoefficient } from '../lib/format.ts';

type Mode = Assembly['mode'];

/** How a question is decided, in a sentence, and where that is written; null where it is only practice. */
export interface RuleWords {
  text: string;
  source: string | null;
}

/** A rule in plain words. `approving` is the answer that has to reach it. */
export function ruleWords(rule: Rule, approving: string, mode: Mode | undefined): RuleWords {
  switch (rule) {
    case 'simple':
      return {
        text: `Se aprueba si «${approving}» pasa de la mitad del coeficiente representado.`,
        source: 'Ley 675 de 2001, art. 45',
      };
    case 'perUnit':
      return {
        text: `Cada vivienda representada cuenta un voto: se aprueba si «${approving}» pasa de la mitad.`,
        source: 'Sentencia C-522 de 2002',
      };
    case 'qualified':
      return {
        text: `Se aprueba si «${approving}» reúne al menos el 70 % del coeficiente de toda la copropiedad${
          mode === 'mixed' ? ', contando solo los votos dados en el salón' : ''
        }.`,
        source: 'Ley 675 de 2001, art. 46',
      };
    case 'election':
      return { text: 'Gana la respuesta con más coeficiente. Un empate no elige a nadie.', source: null };
  }
}

/** What there is to be reached a part of: coefficients in the table's units, dwellings where they are known. */
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
    return `más de ${formatExact(half)} de los ${exactCoefficient(represented)} representados`;
  }
  if (rule === 'qualified') {
    const needed = nano(Number((7n * BigInt(fromNumber(total)) + 9n) / 10n));
    return `al menos ${formatExact(needed)} de los ${exactCoefficient(total)} de la copropiedad`;
  }
  if (rule === 'perUnit' && dwellings !== null) {
    return `al menos ${count(Math.floor(dwellings / 2) + 1)} de las ${count(dwellings)} viviendas representadas`;
  }
  return null;
}

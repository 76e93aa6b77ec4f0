import { bareText } from '../../bare-text.ts';
import type { ByLawMajorities } from '../law/by-law-majorities.ts';
import type { Matter } from '../law/kinds.ts';
import { type Need, needOf } from '../law/matters.ts';

/** Subjects of every ordinary assembly, in the usual order of the agenda. */
export const topicIds = [
  'quorum',
  'agenda',
  'officers',
  'commission',
  'formerActa',
  'reports',
  'accounts',
  'budget',
  'council',
  'auditor',
  'proposals',
] as const;
export type TopicId = (typeof topicIds)[number];

/** Subject of every assembly: point of the agenda, with the proposed question (specification, section 17, rule 4). */
export interface Topic {
  /** Spanish name for the list of subjects. */
  name: string;
  /** Spanish line of the proposed agenda. */
  point: string;
  /** Proposed Spanish text of the question. Null for a point without a vote. */
  question: string | null;
  matter: Matter;
  /** True if the point usually ends with a vote: the question is then a step of the evening. */
  isVoted: boolean;
}

/** Proposed Spanish answers of the questions of every assembly. The empty form keeps `defaultAnswers`. */
export const topicAnswers = ['Sí', 'No', 'Blanco'] as const;

/** Subjects of every assembly by id. */
export const topics: Record<TopicId, Topic> = {
  quorum: {
    name: 'Verificación del quórum',
    point: 'Verificación del quórum',
    question: null,
    matter: 'other',
    isVoted: false,
  },
  agenda: {
    name: 'Orden del día',
    point: 'Lectura y aprobación del orden del día',
    question: '¿Aprueba el orden del día?',
    matter: 'other',
    isVoted: true,
  },
  officers: {
    name: 'Presidente y secretario de la asamblea',
    point: 'Elección de presidente y secretario de la asamblea',
    question: '¿Aprueba como presidente y secretario de la asamblea a las personas postuladas?',
    matter: 'election',
    isVoted: true,
  },
  commission: {
    name: 'Comisión verificadora del acta',
    point: 'Elección de la comisión verificadora del acta',
    question: '¿Aprueba la comisión verificadora del acta con las personas postuladas?',
    matter: 'election',
    isVoted: true,
  },
  formerActa: {
    name: 'Acta anterior',
    point: 'Lectura del acta anterior',
    question: '¿Aprueba el acta de la asamblea anterior?',
    matter: 'other',
    isVoted: false,
  },
  reports: {
    name: 'Informes de gestión',
    point: 'Informes de la administración y del consejo',
    question: '¿Aprueba los informes de la administración y del consejo?',
    matter: 'accounts',
    isVoted: false,
  },
  accounts: {
    name: 'Estados financieros',
    point: 'Aprobación de los estados financieros',
    question: '¿Aprueba los estados financieros del año anterior?',
    matter: 'accounts',
    isVoted: true,
  },
  budget: {
    name: 'Presupuesto',
    point: 'Aprobación del presupuesto',
    question: '¿Aprueba el presupuesto de ingresos y gastos?',
    matter: 'budget',
    isVoted: true,
  },
  council: {
    name: 'Consejo de administración',
    point: 'Elección del consejo de administración',
    question: '¿Aprueba el consejo de administración con las personas postuladas?',
    matter: 'election',
    isVoted: true,
  },
  auditor: {
    name: 'Revisor fiscal',
    point: 'Elección del revisor fiscal',
    question: '¿Aprueba como revisor fiscal a la persona postulada?',
    matter: 'election',
    isVoted: true,
  },
  proposals: {
    name: 'Proposiciones',
    point: 'Proposiciones y varios',
    question: '¿Aprueba la proposición presentada?',
    matter: 'other',
    isVoted: false,
  },
};

/** Words of each subject in a point of an agenda. The first match decides: a report on the budget is a report. */
const words: readonly [TopicId, RegExp][] = [
  ['quorum', /\bquorum\b/],
  ['agenda', /\borden del dia\b/],
  ['commission', /\bcomision\b/],
  ['formerActa', /\bactas?\b.*\banterior/],
  ['accounts', /\bestados financieros\b/],
  ['reports', /\binformes?\b/],
  ['budget', /\bpresupuesto\b/],
  ['officers', /\b(?:presidente|mesa directiva)\b/],
  ['council', /\bconsejo\b/],
  ['auditor', /\brevisora? fiscal\b/],
  ['proposals', /\b(?:proposiciones|varios)\b/],
];

/** Returns the subject of a point of an agenda, found by the words of the point. Null for a subject of no template. */
export function topicOf(point: string): TopicId | null {
  const text = bareText(point);
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/**
 * Returns the majority proposed for the question of a subject: the majority of the matter. An approval of proposed
 * people is a yes-or-no question, so the majority of an election is the law's simple majority.
 * @param byLaws majorities of the joint's by-laws, by matter
 */
export function topicNeed(id: TopicId, byLaws: ByLawMajorities): Need {
  const need = needOf(topics[id].matter, byLaws);
  return need.rule === 'election' ? { rule: 'simple' } : need;
}

/** Returns the proposed agenda of an ordinary assembly as text, a numbered point per line. */
export const proposedAgenda = (): string =>
  topicIds.map((id, at) => `${at + 1}. ${topics[id].point}`).join('\n');

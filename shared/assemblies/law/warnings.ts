import Type, { type Static } from 'typebox';
import { defined } from '../../defined.ts';
import { agendaItems, isSentPoint } from './agenda.ts';
import type { ByLawMajorities } from './by-law-majorities.ts';
import { type AssemblyKind, type Matter, MatterSchema, warningKinds } from './kinds.ts';
import { byLawsSource, needsRoom, RuleSchema, Threshold } from './majority.ts';
import { asksAsMuch, isOfCouncil, likelyMatter, matterLaw, type Need, needOf } from './matters.ts';

/** Legal warning about a new question in the API: code, with the data for the Spanish sentence. */
export const QuestionWarning = Type.Object({
  /** Code of the warning. See `warningKinds`. */
  kind: Type.Enum(warningKinds),
  /**
   * Matter of the warning. For `matterRule`: the chosen matter, with an unfitting rule. For `looksLike`: the matter
   * guessed from the words.
   */
  matter: Type.Optional(MatterSchema),
  /** Majority required by the by-laws at that time, if different from the law. */
  byLaws: Type.Optional(
    Type.Object({ rule: RuleSchema, threshold: Type.Optional(Threshold), clause: Type.String() }),
  ),
});
export type QuestionWarning = Static<typeof QuestionWarning>;

interface CheckedQuestion extends Need {
  question: string;
  /** Matter chosen by the author. Null if no matter was chosen. */
  matter: Matter | null;
  agendaItem: number | null;
  /** Number of seats of an election. Absent for other questions. */
  seats?: number | undefined;
}

/** Assembly of a question, for the warnings. */
export interface Meeting {
  kind: AssemblyKind;
  mode: 'inPerson' | 'virtual' | 'mixed';
  agenda: string | null;
  /** Agenda of the last sent notice; absent without a notice. */
  sentAgenda?: string | null;
}

/** Makes a warning about a matter, with the majority of the by-laws if any. */
function about(kind: 'matterRule' | 'looksLike', matter: Matter, byLaws: ByLawMajorities): QuestionWarning {
  const { clause, ...need } = needOf(matter, byLaws);
  return { kind, matter, ...defined({ byLaws: clause === undefined ? undefined : { ...need, clause } }) };
}

/**
 * Returns the legal warnings about a question before the question is created, for example a rule not strict enough
 * for the matter. A person may confirm the warnings and go on.
 * @param byLaws majorities of the joint; empty for an election of several seats, decided by the method
 * @param checked new question: text, matter and majority
 * @param meeting assembly: kind, mode and agenda
 */
export function questionWarnings(
  checked: CheckedQuestion,
  meeting: Meeting,
  byLaws: ByLawMajorities = {},
): QuestionWarning[] {
  const { matter } = checked;
  const warnings: QuestionWarning[] = [];
  if (matter !== null && !asksAsMuch(checked, needOf(matter, byLaws)))
    warnings.push(about('matterRule', matter, byLaws));
  const look = likelyMatter(checked.question);
  if (look !== null && isAnother(look, checked, byLaws)) warnings.push(about('looksLike', look, byLaws));
  if (isOutsideAgenda(checked.agendaItem, meeting)) warnings.push({ kind: 'outsideAgenda' });
  if (hasEvenSeats(checked)) warnings.push({ kind: 'evenSeats' });
  if (meeting.mode === 'mixed' && needsRoom(checked.rule)) warnings.push({ kind: 'mixedReading' });
  if (matter === 'extinction' || look === 'extinction') warnings.push({ kind: 'everyOwner' });
  return warnings;
}

/** True for an election of the council or of the comité de convivencia with an even number of seats. */
export const hasEvenSeats = ({ question, seats = 1 }: Pick<CheckedQuestion, 'question' | 'seats'>): boolean =>
  seats % 2 === 0 && isOfCouncil(question);

/** True if the words of a question look like a stricter matter than the chosen matter. */
function isAnother(look: Matter, checked: CheckedQuestion, byLaws: ByLawMajorities): boolean {
  const { matter, rule } = checked;
  if (look === matter) return false;
  // Asks once if an extraordinary fee exceeds four monthly fees, unless the rule already requires 70 %.
  if (look === 'extraordinaryFee')
    return matter !== 'largeExtraordinaryFee' && !asksAsMuch(checked, { rule: 'qualified' });
  const needed = needOf(look, byLaws);
  if (look === 'election' && needed.clause === undefined) return rule !== 'election' && matter !== 'election';
  // The chosen matter is already as strict, so no question.
  if (matter !== null && matter !== 'other' && asksAsMuch(needOf(matter, byLaws), needed)) return false;
  return !asksAsMuch(checked, needed);
}

/**
 * True for assemblies that may decide only on the agenda: extraordinary, virtual and mixed assemblies (Ley 675,
 * art. 39, par. 1). For mixed assemblies: Decreto 1074 de 2015, art. 2.2.1.16.1, as of Decreto 398 de 2020.
 */
export const isBoundByAgenda = ({ kind, mode }: Pick<Meeting, 'kind' | 'mode'>): boolean =>
  kind === 'extraordinary' || mode !== 'inPerson';

/**
 * True for a question on a point outside the sent agenda, or without a point of the agenda, in an assembly bound by the
 * agenda. Without a sent notice a question on a point is inside.
 */
export function isOutsideAgenda(agendaItem: number | null, meeting: Meeting): boolean {
  const { agenda, sentAgenda } = meeting;
  const isOutside =
    agendaItem === null
      ? agendaItems(agenda).length > 0
      : sentAgenda !== undefined && !isSentPoint(agendaItem, { agenda, sentAgenda });
  return isOutside && isBoundByAgenda(meeting);
}

/** Spanish sentences to show a warning about a new question to the operator. */
export interface WarningWords {
  /** Sentence that the person confirms. */
  question: string;
  /** Sentence about the rule of the law, with the article. */
  law: string;
}

/** Spanish sentences about an even number of seats. */
export const evenSeatsWords: WarningWords = {
  question: 'El número de puestos es par.',
  law: 'El consejo de administración y el comité de convivencia tienen un número impar de miembros, tres o más (Ley 675 de 2001, arts. 53 y 58, parágrafo 1).',
};

/** Texts of the warnings without variable parts. */
const FIXED = {
  identitiesUnsure: {
    question: 'Hay propietarios que quizá son la misma persona.',
    law: 'La pregunta da un voto a cada propietario: mientras no se sepa, los que quizá son una persona tienen un solo voto. Antes de abrir la asamblea se responde en «Identidades»; después se corrige el censo.',
  },
  evenSeats: evenSeatsWords,
  mixedReading: {
    question: 'Contar solo los votos del salón en una asamblea mixta es una lectura de la ley.',
    law: 'Ninguna norma lo dice: el artículo 46, parágrafo, no deja decidirlo en una reunión no presencial, y el Decreto 1074 de 2015, art. 2.2.1.16.1 (Decreto 398 de 2020), rige la mixta por las reglas de la no presencial. Quien impugne puede sostener que la mixta no lo decide; lo más seguro es decidirlo en una presencial.',
  },
  everyOwner: {
    question: 'La extinción pide más que esta votación.',
    law: 'La deciden todos los titulares, también los de inmuebles con coeficiente 0, que aquí no votan, y necesita el consentimiento por escrito de los acreedores hipotecarios (Ley 675 de 2001, art. 9, num. 2). Reúna esos documentos y anéxelos al acta.',
  },
} as const satisfies Partial<Record<QuestionWarning['kind'], WarningWords>>;

/**
 * Returns the Spanish sentences to show a warning about a new question to the operator.
 * @param warning kind of warning, with the data for the sentences
 * @param words mode of the assembly, and `say`: formats a majority within a sentence
 */
export function warningWords(
  { kind, matter, byLaws }: QuestionWarning,
  { mode, say }: { mode: Meeting['mode'] | undefined; say: (need: Need) => string },
): WarningWords {
  if (kind in FIXED) return FIXED[kind as keyof typeof FIXED];
  const law = matter && matterLaw[matter];
  if (kind === 'outsideAgenda' || law === undefined) {
    return {
      question: 'La pregunta no está en el orden del día.',
      law: 'Una asamblea extraordinaria, no presencial o mixta no decide sobre temas que su orden del día no previó (Ley 675 de 2001, art. 39, parágrafo 1).',
    };
  }
  if (kind === 'looksLike' && matter === 'extraordinaryFee') {
    return {
      question:
        'La pregunta parece de una cuota extraordinaria. ¿Supera en el año cuatro veces las expensas necesarias mensuales?',
      law: 'Si las supera, se decide por mayoría calificada (Ley 675 de 2001, art. 46, num. 2).',
    };
  }
  const virtual =
    mode === 'virtual' && needsRoom(law.rule)
      ? ' En una asamblea no presencial no se puede decidir (art. 46, parágrafo).'
      : '';
  return {
    question:
      kind === 'matterRule'
        ? `La regla elegida no es la ${byLaws === undefined ? 'de la materia' : 'que pide el reglamento'}.`
        : `La pregunta parece de otra materia: ${law.name}.`,
    law: `«${law.name}» se decide por ${say(byLaws ?? law)} (${byLaws === undefined ? law.source : byLawsSource(byLaws.clause)}).${virtual}`,
  };
}

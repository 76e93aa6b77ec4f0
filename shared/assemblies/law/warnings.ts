import Type, { type Static } from 'typebox';
import { agendaItems } from './agenda.ts';
import { type Matter, MatterSchema, warningKinds } from './kinds.ts';
import { needsRoom, type Rule } from './majority.ts';
import { asksAsMuch, likelyMatter, matterLaw } from './matters.ts';

export const QuestionWarning = Type.Object({
  kind: Type.Enum(warningKinds),
  /** Of a rule: whose it is not; of a look: which it looks like. */
  matter: Type.Optional(MatterSchema),
});
export type QuestionWarning = Static<typeof QuestionWarning>;

interface Asked {
  question: string;
  /** As whoever wrote the question said; null where nobody did. */
  matter: Matter | null;
  rule: Rule;
  agendaItem: number | null;
}

interface Meeting {
  kind: 'ordinary' | 'extraordinary';
  mode: 'inPerson' | 'virtual' | 'mixed';
  agenda: string | null;
}

/** What is to be asked about a question before it is made. */
export function questionWarnings(asked: Asked, meeting: Meeting): QuestionWarning[] {
  const { matter, rule } = asked;
  const warnings: QuestionWarning[] = [];
  if (matter !== null && !asksAsMuch(rule, matterLaw[matter].rule))
    warnings.push({ kind: 'matterRule', matter });
  const look = likelyMatter(asked.question);
  if (look !== null && isAnother(look, asked)) warnings.push({ kind: 'looksLike', matter: look });
  if (asked.agendaItem === null && isBoundByAgenda(meeting) && agendaItems(meeting.agenda).length > 0) {
    warnings.push({ kind: 'outsideAgenda' });
  }
  return warnings;
}

/** Whether a text looks like another matter than the one that was said, which would ask for more. */
function isAnother(look: Matter, { matter, rule }: Asked): boolean {
  if (look === matter) return false;
  // That an extraordinary fee may be of more than four monthly ones is asked once, unless 70 % is taken anyway.
  if (look === 'extraordinaryFee')
    return matter !== 'largeExtraordinaryFee' && !asksAsMuch(rule, 'qualified');
  if (look === 'election') return rule !== 'election' && matter !== 'election';
  // What was said to need as much already is not asked about again.
  if (matter !== null && matter !== 'other' && asksAsMuch(matterLaw[matter].rule, matterLaw[look].rule))
    return false;
  return !asksAsMuch(rule, matterLaw[look].rule);
}

/**
 * Meetings that decide nothing outside their agenda: extraordinary ones and those that are not in person (art. 39,
 * par. 1); a mixed one is held by the rules of the latter (Decreto 1074 de 2015, art. 2.2.1.16.1, as of Decreto 398 de 2020).
 */
export const isBoundByAgenda = ({ kind, mode }: Pick<Meeting, 'kind' | 'mode'>): boolean =>
  kind === 'extraordinary' || mode !== 'inPerson';

export interface WarningWords {
  /** What is asked before going on. */
  question: string;
  /** What the law says, with its article. */
  law: string;
}

/** @param ruleName how the rule of the question is called; @param needed how that of the matter is */
export function warningWords(
  { kind, matter }: QuestionWarning,
  { mode, ruleNames }: { mode: Meeting['mode'] | undefined; ruleNames: Record<Rule, string> },
): WarningWords {
  const law = matter && matterLaw[matter];
  if (kind === 'outsideAgenda' || law === undefined) {
    return {
      question: 'La pregunta no está en el orden del día.',
      law: 'Una asamblea extraordinaria, no presencial o mixta no decide sobre temas que su orden del día no previó (Ley 675 de 2001, art. 39, parágrafo 1).',
    };
  }
  if (matter === 'extraordinaryFee') {
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
        ? 'La regla elegida no es la de la materia.'
        : `La pregunta parece de otra materia: ${law.name}.`,
    law: `«${law.name}» se decide por ${ruleNames[law.rule].toLowerCase()} (${law.source}).${virtual}`,
  };
}

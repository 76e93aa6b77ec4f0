import { type ReactNode, useState } from 'react';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { type Majority, needsRoom, type Rule, rules } from '../../../../shared/assemblies/law/majority.ts';
import { isTheNeeded, type Need } from '../../../../shared/assemblies/law/matters.ts';
import { basesOf, requirement, ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { ruleNotOffered } from '../../../../shared/said-errors.ts';
import { formatCoefficientExact } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { ThresholdFields, type TypedThreshold, thresholdOf } from '../../properties/index.ts';
import { ruleName } from '../common/question-messages.ts';
import styles from './generate-question.module.css';

interface QuestionRuleProps {
  joint: LiveJoint | null;
  /** Chosen subject of the question. Null before the choice. */
  subject: string | null;
  rule: Rule;
  /** Majority in the by-laws for the subject. Null if the by-laws have no rule. */
  own: Need | null;
  onRule: (rule: Rule) => void;
  /** Texts of the answers as typed. */
  answers: readonly string[];
  approving: number;
  onApproving: (answerId: number) => void;
  /** Id of the blank vote in an election, 0 without a blank vote. */
  blank: number;
  onBlank: (answerId: number) => void;
  /** True for an election of several seats: candidates and the blank vote then have other fields. */
  isOfSeats: boolean;
  threshold: TypedThreshold;
  onThreshold: (threshold: TypedThreshold) => void;
  /** True to show the errors of the fields, after the user pressed the button. */
  isChecked: boolean;
}

/**
 * Radio buttons in the form for a question to choose the majority rule: each rule in words, with the article and
 * the coefficient needed now.
 */
export function QuestionRule(props: QuestionRuleProps) {
  const { joint, subject, rule, own, onRule, answers, approving, onApproving, blank, onBlank, isOfSeats } =
    props;
  const threshold = thresholdOf(props.threshold) ?? undefined;
  const mode = joint?.assembly?.mode;
  // Same value as attendance, which new questions take.
  const votePer = joint?.concepts.find(({ conceptId }) => conceptId === ATTENDANCE)?.votePer;
  const nameOf = (answerId: number) => answers[answerId - 1]?.trim() || `Respuesta ${answerId}`;
  const items = answers.map((_, at) => ({ id: at + 1, label: nameOf(at + 1) }));
  const cards = (
    <RadioGroup
      label="¿Cómo se decide?"
      items={offeredRules(mode).map((one) => ({
        id: one,
        label: ruleName({ rule: one, votePer }),
        detail: (
          <Detail
            majority={{ rule: one, threshold, votePer, clause: clauseOf(own, { rule: one, threshold }) }}
            joint={joint}
            approving={nameOf(approving)}
          />
        ),
      }))}
      value={rule}
      onChange={onRule}
      description={mode === 'virtual' ? ruleNotOffered[1] : undefined}
    />
  );
  return (
    <>
      {subject === null ? (
        cards
      ) : (
        <FoldedRule
          key={subject}
          name={ruleName({ rule, votePer })}
          startsOpen={own !== null && own.rule !== rule}
        >
          {cards}
        </FoldedRule>
      )}
      {rule === 'threshold' && (
        <div className={`grid-4 ${styles.answers}`}>
          <ThresholdFields
            {...props}
            hint="Más de 50 y hasta 70. Para «al menos el 70 % de la copropiedad» elija la mayoría calificada."
          />
        </div>
      )}
      {isOfSeats ? null : rule === 'election' ? (
        <Select
          label="Voto en blanco"
          items={[{ id: 0, label: 'Ninguna respuesta' }, ...items]}
          value={blank}
          onChange={onBlank}
          placeholder="Seleccione una respuesta"
          description="El voto en blanco no se elige, aunque sea el más votado."
        />
      ) : (
        <Select
          label="Respuesta que aprueba"
          items={items}
          value={approving}
          onChange={onApproving}
          placeholder="Seleccione una respuesta"
        />
      )}
    </>
  );
}

interface FoldedRuleProps {
  /** Name of the selected rule. */
  name: string;
  startsOpen: boolean;
  children: ReactNode;
}

/** Rules behind a line with the selected rule, because the subject of the question decides the rule. */
function FoldedRule({ name, startsOpen, children }: FoldedRuleProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details className="more" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>¿Cómo se decide? {name}</summary>
      {children}
    </details>
  );
}

/** Clause of the by-laws for the selected majority. Undefined for a majority not in the by-laws. */
const clauseOf = (own: Need | null, { rule, threshold }: Majority & { rule: Rule }): string | undefined =>
  own !== null && isTheNeeded(rule === 'threshold' && threshold ? { rule, threshold } : { rule }, own)
    ? own.clause
    : undefined;

/**
 * Returns the majority rules offered in the form for a question. A virtual assembly cannot use rules with votes in
 * a room (Ley 675, art. 46).
 * @param mode mode of the assembly: 'inPerson', 'virtual' or 'mixed'; undefined: all rules
 */
export function offeredRules(mode: string | undefined): readonly Rule[] {
  return mode === 'virtual' ? rules.filter((rule) => !needsRoom(rule)) : rules;
}

interface DetailProps {
  majority: Majority & { rule: Rule };
  joint: LiveJoint | null;
  approving: string;
}

function Detail({ majority, joint, approving }: DetailProps) {
  const { text, source } = ruleWords(majority, approving, joint?.assembly?.mode);
  // With no unit registered there is no requirement to compute.
  const bases = joint && joint.registered.apartments > 0 ? basesOf(joint) : null;
  const required = bases && requirement(majority, bases);
  return (
    <>
      {text}
      {` ${source}.`}
      {bases && required && (
        <span title={requirement(majority, bases, formatCoefficientExact) ?? undefined}>
          {` En este momento: ${required}.`}
        </span>
      )}
    </>
  );
}

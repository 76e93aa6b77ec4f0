import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import {
  type Majority,
  millionthsOf,
  needsRoom,
  type Rule,
  rules,
  type Threshold,
  thresholdBases,
} from '../../../../shared/assemblies/law/majority.ts';
import { basesOf, requirement, ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { ruleNotOffered, thresholdOutOfRange } from '../../../../shared/said-errors.ts';
import { formatCoefficientExact } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ruleName } from '../concept-words.ts';
import styles from './generate-question.module.css';

/** The by-laws' majority as it is typed. */
export interface TypedThreshold {
  percent: string;
  base: Threshold['base'];
}

/** What was typed as a threshold; null where by-laws cannot ask for it. */
export function thresholdOf({ percent, base }: TypedThreshold): Threshold | null {
  const typed = percent.replace('%', '').trim().replace(',', '.');
  const value = /^\d{2}(\.\d{1,4})?$/.test(typed) ? Number(typed) : Number.NaN;
  return millionthsOf(value) === null ? null : { percent: value, base };
}

const baseNames: Record<Threshold['base'], string> = {
  represented: 'Lo representado en la asamblea',
  roll: 'Toda la copropiedad',
};

interface QuestionRuleProps {
  joint: LiveJoint | null;
  rule: Rule;
  onRule: (rule: Rule) => void;
  /** The answers as typed. */
  answers: readonly string[];
  approving: number;
  onApproving: (answerId: number) => void;
  /** Of an election: the blank answer, 0 where none is. */
  blank: number;
  onBlank: (answerId: number) => void;
  /** Candidates and the blank vote of an election of several seats are written apart. */
  isOfSeats: boolean;
  threshold: TypedThreshold;
  onThreshold: (threshold: TypedThreshold) => void;
  /** Faults are shown. */
  isChecked: boolean;
}

/** How the question will be decided: each rule in plain words, with its article and what it takes right now. */
export function QuestionRule(props: QuestionRuleProps) {
  const { joint, rule, onRule, answers, approving, onApproving, blank, onBlank, isOfSeats } = props;
  const threshold = thresholdOf(props.threshold) ?? undefined;
  const mode = joint?.assembly?.mode;
  // As attendance shows it: what a question is asked with now.
  const votePer = joint?.concepts.find(({ conceptId }) => conceptId === ATTENDANCE)?.votePer;
  const nameOf = (answerId: number) => answers[answerId - 1]?.trim() || `Respuesta ${answerId}`;
  const items = answers.map((_, at) => ({ id: at + 1, label: nameOf(at + 1) }));
  return (
    <>
      <RadioGroup
        label="¿Cómo se decide?"
        items={offeredRules(mode).map((one) => ({
          id: one,
          label: ruleName({ rule: one, votePer }),
          detail: (
            <Detail
              majority={{ rule: one, threshold, votePer }}
              joint={joint}
              approving={nameOf(approving)}
            />
          ),
        }))}
        value={rule}
        onChange={onRule}
        description={mode === 'virtual' ? ruleNotOffered[1] : undefined}
      />
      {rule === 'threshold' && <ThresholdFields {...props} />}
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

/** What only the room decides is not offered where nobody can vote in it (art. 46). */
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
  const bases = joint && basesOf(joint);
  const required = bases && requirement(majority, bases);
  return (
    <>
      {text}
      {` ${source}.`}
      {required && (
        <span title={requirement(majority, bases, formatCoefficientExact) ?? undefined}>
          {` En este momento: ${required}.`}
        </span>
      )}
    </>
  );
}

/** What the by-laws ask for: how many percent, and of what. */
function ThresholdFields({
  threshold,
  onThreshold,
  isChecked,
}: Pick<QuestionRuleProps, 'threshold' | 'onThreshold' | 'isChecked'>) {
  return (
    <div className={styles.answers}>
      <TextField
        label="Porcentaje que exige el reglamento"
        value={threshold.percent}
        onChange={(percent) => onThreshold({ ...threshold, percent })}
        inputMode="decimal"
        description="Más de 50 y hasta 70. Para «al menos el 70 % de la copropiedad» elija la mayoría calificada."
        error={isChecked && thresholdOf(threshold) === null ? thresholdOutOfRange[1] : null}
        isRequired
      />
      <Select
        label="De qué se toma"
        items={thresholdBases.map((id) => ({ id, label: baseNames[id] }))}
        value={threshold.base}
        onChange={(base) => onThreshold({ ...threshold, base })}
        placeholder="Seleccione"
      />
    </div>
  );
}

import { type Rule, rules } from '../../../../shared/assemblies/concepts.api.ts';
import { basesOf, requirement, ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { ruleNotOffered } from '../../../../shared/said-errors.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { ruleNames } from '../concept-words.ts';

interface Props {
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
}

/** How the question will be decided: each rule in plain words, with its article and what it takes right now. */
export function QuestionRule(props: Props) {
  const { joint, rule, onRule, answers, approving, onApproving, blank, onBlank } = props;
  const mode = joint?.assembly?.mode;
  const nameOf = (answerId: number) => answers[answerId - 1]?.trim() || `Respuesta ${answerId}`;
  const items = answers.map((_, at) => ({ id: at + 1, label: nameOf(at + 1) }));
  return (
    <>
      <RadioGroup
        label="¿Cómo se decide?"
        items={offeredRules(mode).map((one) => ({
          id: one,
          label: ruleNames[one],
          detail: <Detail rule={one} joint={joint} approving={nameOf(approving)} />,
        }))}
        value={rule}
        onChange={onRule}
        description={mode === 'virtual' ? ruleNotOffered[1] : undefined}
      />
      {rule === 'election' ? (
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

/** A qualified majority is not offered where nobody can vote in the room (art. 46). */
export function offeredRules(mode: string | undefined): readonly Rule[] {
  return mode === 'virtual' ? rules.filter((rule) => rule !== 'qualified') : rules;
}

function Detail({ rule, joint, approving }: { rule: Rule; joint: LiveJoint | null; approving: string }) {
  const { text, source } = ruleWords(rule, approving, joint?.assembly?.mode);
  const required = joint && requirement(rule, basesOf(joint));
  return (
    <>
      {text}
      {` ${source}.`}
      {required && ` En este momento: ${required}.`}
    </>
  );
}

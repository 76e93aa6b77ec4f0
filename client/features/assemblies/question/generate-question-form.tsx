import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { type AgendaItem, agendaItems, agendaLabel } from '../../../../shared/assemblies/agenda.ts';
import { blankAnswerAmong } from '../../../../shared/assemblies/concept-words.ts';
import {
  createConcept,
  defaultAnswers,
  type NewConcept,
  type Rule,
  rules,
} from '../../../../shared/assemblies/concepts.api.ts';
import { basesOf, requirement, ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { ruleNotOffered } from '../../../../shared/said-errors.ts';
import { call } from '../../../lib/api.ts';
import { formatCoefficientExact } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { conceptLabel, ruleNames } from '../concept-words.ts';
import { failureText } from '../failure.ts';
import { mayOpen } from '../panel/opening.tsx';
import { stateOf } from '../panel/panel-words.ts';
import { assemblyTexts } from '../texts.ts';
import { useDwellings } from '../units/use-dwellings.ts';
import styles from './generate-question.module.css';

const MAX_QUESTION = 500;
/** From here on the form says how much room is left. */
const NEAR_LIMIT = 400;

interface Sent {
  body: NewConcept;
  draft: Draft;
}

/** Writes a question: to be opened at once, or kept until its turn comes. */
export function QuestionForm({ jointId, live }: { jointId: number; live: LiveEntry }) {
  const [draft, setDraft] = useDraft(jointId);
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { joint } = live;
  const answers = draft.answers.slice(0, draft.count);
  const rule = offeredRules(joint?.assembly?.mode).find((one) => one === draft.rule) ?? 'simple';
  const approving = draft.approving <= draft.count ? draft.approving : 1;
  const blank = blankOfDraft(draft, answers);
  // Who watches an election must not be led by how it goes; other questions as their operator chooses.
  const hideResults = draft.hideResults ?? rule === 'election';
  const agenda = agendaItems(joint?.assembly?.agenda);
  // The agenda may have changed since it was chosen.
  const agendaItem = agenda.find(({ number }) => number === draft.agendaItem)?.number ?? null;
  const left = MAX_QUESTION - draft.question.length;
  useDwellings(jointId, live, true);

  const creating = useMutation({
    mutationFn: ({ body }: Sent) => call(createConcept, { body }),
    onSuccess: (answer, sent) => {
      toast.success(answer.active === 1 ? assemblyTexts.created : assemblyTexts.prepared);
      dropDraft(jointId, sent.draft);
      setChecked(false);
      if (live.status !== 'live') refreshJoint(jointId);
      form.current?.querySelector('textarea')?.focus();
    },
    onError: (error) => {
      toast.error(failureText(error, assemblyTexts.createFailed));
      // The reply may be lost and the question there: the next press should know.
      refreshJoint(jointId);
    },
  });
  const sending = creating.isPending ? creating.variables.body.active : null;

  const create = async (active: 0 | 1) => {
    if (creating.isPending) return;
    setChecked(true);
    if (oneLine(draft.question) === '' || answers.some((answer) => oneLine(answer) === '')) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const body: NewConcept = {
      jointId,
      conceptDescription: oneLine(draft.question),
      active,
      answers: answers.map((answer, at) => ({
        answerId: at + 1,
        jointId,
        answerDescription: oneLine(answer),
      })),
      rule,
      ...(rule === 'election' ? { blankAnswerId: blank || null } : { approvingAnswerId: approving }),
      ...(agendaItem === null ? {} : { agendaItem }),
      hideResults,
    };
    if (!(await isMeant(live, body.conceptDescription))) return;
    if (active === 1 && !(await mayOpen(jointId, null))) return;
    creating.mutate({ body, draft });
  };
  const submit = (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault();
    void create(1);
  };

  return (
    <form
      ref={form}
      onSubmit={submit}
      // From the question itself, where Enter alone is a line.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
      }}
      noValidate
      className={styles.form}
    >
      <Stack>
        <TextField
          label="Pregunta"
          value={draft.question}
          onChange={(question) => setDraft({ ...draft, question })}
          description={draft.question.length >= NEAR_LIMIT ? `Caracteres disponibles: ${left}` : undefined}
          error={isChecked && oneLine(draft.question) === '' ? 'Digite la pregunta' : null}
          maxLength={MAX_QUESTION}
          multiline
          isRequired
        />
        <QuestionAgenda
          items={agenda}
          value={agendaItem}
          onChange={(item) => setDraft({ ...draft, agendaItem: item })}
        />
        <NumberField
          label="Cantidad de respuestas"
          value={draft.count}
          onChange={(count) => setDraft({ ...draft, count })}
          minValue={1}
          maxValue={MAX_ANSWERS}
        />
        <div className={styles.answers}>
          {answers.map((answer, at) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: an answer is its number, 1 to n
              key={at}
              label={`Respuesta ${at + 1}`}
              value={answer}
              onChange={(text) =>
                setDraft({ ...draft, answers: draft.answers.map((one, i) => (i === at ? text : one)) })
              }
              error={isChecked && oneLine(answer) === '' ? 'Digite la respuesta' : null}
              maxLength={200}
              isRequired
            />
          ))}
        </div>
        <QuestionRule
          joint={joint}
          rule={rule}
          onRule={(one) => setDraft({ ...draft, rule: one })}
          answers={answers}
          approving={approving}
          onApproving={(answerId) => setDraft({ ...draft, approving: answerId })}
          blank={blank}
          onBlank={(answerId) => setDraft({ ...draft, blank: answerId })}
        />
        <Checkbox
          isSelected={hideResults}
          onChange={(isSelected) => setDraft({ ...draft, hideResults: isSelected })}
        >
          Ocultar los resultados hasta cerrar la votación
        </Checkbox>
        <div className={`wrap-3 ${styles.buttons}`}>
          <Button type="submit" size="large" isPending={sending === 1} isDisabled={sending === 0}>
            Generar
          </Button>
          <Button
            variant="secondary"
            size="large"
            onPress={() => void create(0)}
            isPending={sending === 0}
            isDisabled={sending === 1}
          >
            Guardar como preparada
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The blank answer of an election, 0 where there is none: as it was chosen, else by its name. */
function blankOfDraft({ blank, count }: Draft, answers: readonly string[]): number {
  return blank !== undefined && blank <= count ? blank : (blankAnswerAmong(answers) ?? 0);
}

/** The same question twice is nearly always a second press after an answer that got lost: asks first. */
function isMeant(live: LiveEntry, text: string): Promise<boolean> {
  const twin = live.joint?.concepts.find(
    (concept) => concept.conceptDescription === text && stateOf(concept) !== 'closed',
  );
  if (!twin) return Promise.resolve(true);
  return confirm({
    title: 'Ya existe una pregunta igual. ¿Desea crear otra?',
    body: <p>{conceptLabel(twin)}</p>,
  });
}

/** A question is one line: what was pasted over several becomes one, and lost spaces go. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

interface Props {
  items: readonly AgendaItem[];
  value: number | null;
  onChange: (item: number | null) => void;
}

const NONE = 0;

/** Which point of the agenda the question belongs to: the acta shows it there. Nothing where there is no agenda. */
function QuestionAgenda({ items, value, onChange }: Props) {
  if (items.length === 0) return null;
  return (
    <Select
      label="Punto del orden del día"
      items={[
        { id: NONE, label: 'Ninguno' },
        ...items.map((item) => ({ id: item.number, label: agendaLabel(item) })),
      ]}
      value={value ?? NONE}
      onChange={(item) => onChange(item === NONE ? null : item)}
      placeholder="Seleccione un punto"
      description="El borrador del acta muestra la pregunta en ese punto."
    />
  );
}

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
}

/** How the question will be decided: each rule in plain words, with its article and what it takes right now. */
function QuestionRule(props: QuestionRuleProps) {
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
function offeredRules(mode: string | undefined): readonly Rule[] {
  return mode === 'virtual' ? rules.filter((rule) => rule !== 'qualified') : rules;
}

function Detail({ rule, joint, approving }: { rule: Rule; joint: LiveJoint | null; approving: string }) {
  const { text, source } = ruleWords(rule, approving, joint?.assembly?.mode);
  const bases = joint && basesOf(joint);
  const required = bases && requirement(rule, bases);
  return (
    <>
      {text}
      {` ${source}.`}
      {required && (
        <span title={requirement(rule, bases, formatCoefficientExact) ?? undefined}>
          {` En este momento: ${required}.`}
        </span>
      )}
    </>
  );
}

const MAX_ANSWERS = 20;

/** A question that is being written. */
interface Draft {
  question: string;
  count: number;
  /** As many as there may be: those beyond the count are kept in case it grows again. */
  answers: readonly string[];
  rule: Rule;
  /** Number of the answer that has to reach the majority. */
  approving: number;
  /** Of an election: the number of the blank answer, 0 where none is; left out, the one that is called so. */
  blank?: number;
  /** The point of the agenda that it belongs to. */
  agendaItem: number | null;
  /** Left out: as its rule has it. */
  hideResults?: boolean;
}

const blankDraft: Draft = {
  question: '',
  count: defaultAnswers.length,
  answers: Array.from({ length: MAX_ANSWERS }, (_, at) => defaultAnswers[at] ?? ''),
  rule: 'simple',
  approving: 1,
  agendaItem: null,
};

interface Drafts {
  byJoint: Readonly<Record<number, Draft>>;
}

/** What was typed for each joint: it outlives a look at the panel, a lost network and a reload. */
const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ byJoint: {} }), {
    name: 'scaf.drafts',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

onSessionEnd(() => useDrafts.setState({ byJoint: {} }));

/** The joint's draft and how to change it. */
function useDraft(jointId: number): [Draft, (draft: Draft) => void] {
  const draft = useDrafts((state) => state.byJoint[jointId] ?? blankDraft);
  return [draft, (next) => keep(jointId, next)];
}

/** Begins anew, unless something else was typed since what was sent. */
function dropDraft(jointId: number, sent: Draft): void {
  if (useDrafts.getState().byJoint[jointId] === sent) keep(jointId, blankDraft);
}

function keep(jointId: number, draft: Draft): void {
  useDrafts.setState(({ byJoint }) => ({ byJoint: { ...byJoint, [jointId]: draft } }));
}

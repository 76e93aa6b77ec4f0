import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { blankAnswerAmong } from '../../../../shared/assemblies/concept-words.ts';
import { createConcept, type NewConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { MOST_SEATS } from '../../../../shared/assemblies/elections/election.ts';
import { type AgendaItem, agendaItems, agendaLabel } from '../../../../shared/assemblies/law/agenda.ts';
import type { ByLawMajorities } from '../../../../shared/assemblies/law/by-law-majorities.ts';
import type { Matter } from '../../../../shared/assemblies/law/kinds.ts';
import type { Rule } from '../../../../shared/assemblies/law/majority.ts';
import { needOf } from '../../../../shared/assemblies/law/matters.ts';
import { defined } from '../../../../shared/defined.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { jointQuery, thresholdOf, typedOf } from '../../properties/index.ts';
import { failureText } from '../common/failure.ts';
import { conceptLabel } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { emptyElection, faultOf, optionsOfDraft } from '../election/draft.ts';
import { ElectionFields } from '../election/fields.tsx';
import { dropDraft, MAX_ANSWERS, type QuestionDraft, useDraft } from '../election/question-draft.ts';
import { mayOpen } from '../panel/opening.tsx';
import { questionState } from '../panel/words.ts';
import { useDwellings } from '../units/use-dwellings.ts';
import styles from './generate-question.module.css';
import { askedWarnings, goesOnUnsure, QuestionMatter } from './matter.tsx';
import { offeredRules, QuestionRule } from './rule.tsx';

const MAX_QUESTION = 500;
/** Minimum number of typed characters to show the remaining number. */
const NEAR_LIMIT = 400;

interface SentQuestion {
  body: NewConcept;
  draft: QuestionDraft;
}

/**
 * Form for operators to write a question for a vote, and to open the question now or store the question for later.
 */
export function QuestionForm({ jointId, live }: { jointId: number; live: LiveEntry }) {
  const [draft, setDraft] = useDraft(jointId);
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { joint } = live;
  const answers = draft.answers.slice(0, draft.count);
  const rule = offeredRules(joint?.assembly?.mode).find((one) => one === draft.rule) ?? 'simple';
  const approving = draft.approving <= draft.count ? draft.approving : 1;
  const blank = blankOfDraft(draft, answers);
  const threshold = thresholdOf(draft.threshold);
  // Elections hide results by default, so that voters are not influenced. The operator decides for other questions.
  const hideResults = draft.hideResults ?? rule === 'election';
  const agenda = agendaItems(joint?.assembly?.agenda);
  // The agenda may have changed since the choice.
  const agendaItem = agenda.find(({ number }) => number === itemOf(draft, joint))?.number ?? null;
  const seats = rule === 'election' ? (draft.seats ?? 1) : 1;
  const isOfSeats = seats > 1;
  const election = draft.election ?? emptyElection;
  // The method of an election of several seats replaces majorities of the by-laws.
  const majorities = useQuery(jointQuery(jointId)).data?.majorities ?? NO_BY_LAWS;
  const byLaws = isOfSeats ? NO_BY_LAWS : majorities;
  const own = draft.matter === undefined ? null : needOf(draft.matter, byLaws);
  const left = MAX_QUESTION - draft.question.length;
  useDwellings(jointId, live, true);

  const creating = useCreateQuestion(live, jointId, () => {
    setChecked(false);
    form.current?.querySelector('textarea')?.focus();
  });
  const sending = creating.isPending ? (creating.variables.body.active ?? null) : null;

  const create = async (active: 0 | 1) => {
    if (creating.isPending) return;
    setChecked(true);
    const isFaulty = isOfSeats
      ? faultOf(election) !== null
      : answers.some((answer) => oneLine(answer) === '');
    const isIncomplete = oneLine(draft.question) === '' || isFaulty;
    if (isIncomplete || (rule === 'threshold' && threshold === null)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const body = bodyOf(
      { jointId, draft, answers, rule, agendaItem, hideResults, seats, approving, blank },
      active,
    );
    if (!(await isMeant(live, body.conceptDescription))) return;
    const wentOn = await askedWarnings(body, joint?.assembly ?? null, byLaws);
    if (wentOn === null) return;
    if (active === 1 && !(await mayOpen(jointId, null))) return;
    creating.mutate({ body: wentOn.length === 0 ? body : { ...body, wentOn }, draft });
  };
  const submit = (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault();
    void create(1);
  };

  return (
    <form
      ref={form}
      onSubmit={submit}
      // In the text area Enter alone starts a new line.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
      }}
      noValidate
      className={styles.form}
    >
      <Stack>
        <QuestionMatter
          matter={draft.matter ?? null}
          byLaws={byLaws}
          onMatter={(matter) => setDraft(withMatter(draft, matter, majorities))}
        />
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
        {!isOfSeats && <AnswerFields draft={draft} onDraft={setDraft} isChecked={isChecked} />}
        <QuestionRule
          joint={joint}
          rule={rule}
          own={own}
          onRule={(one) => setDraft({ ...draft, rule: one })}
          answers={answers}
          approving={approving}
          onApproving={(answerId) => setDraft({ ...draft, approving: answerId })}
          blank={blank}
          onBlank={(answerId) => setDraft({ ...draft, blank: answerId })}
          threshold={draft.threshold}
          onThreshold={(typed) => setDraft({ ...draft, threshold: typed })}
          isChecked={isChecked}
          isOfSeats={isOfSeats}
        />
        {rule === 'election' && (
          <NumberField
            label="Puestos por elegir"
            description="Con dos o más, los candidatos o las planchas se escriben aquí abajo. El consejo de administración tiene un número impar de puestos, tres o más (Ley 675 de 2001, art. 53)."
            value={seats}
            onChange={(quantity) => setDraft({ ...draft, seats: quantity })}
            minValue={1}
            maxValue={MOST_SEATS}
          />
        )}
        {isOfSeats && (
          <ElectionFields
            draft={election}
            onChange={(next) => setDraft({ ...draft, election: next })}
            seats={seats}
            fault={isChecked ? faultOf(election) : null}
          />
        )}
        <Checkbox
          isSelected={hideResults}
          onChange={(isSelected) => setDraft({ ...draft, hideResults: isSelected })}
        >
          Ocultar los resultados hasta cerrar la votación
        </Checkbox>
        <SendButtons sending={sending} onPrepare={() => void create(0)} />
      </Stack>
    </form>
  );
}

/** Sends a new question. After success deletes the draft and calls `onCreated`. */
function useCreateQuestion(live: LiveEntry, jointId: number, onCreated: () => void) {
  const creating = useMutation({
    mutationFn: ({ body }: SentQuestion) => call(createConcept, { body }),
    onSuccess: (answer, sent) => {
      toast.success(answer.active === 1 ? assemblyTexts.created : assemblyTexts.prepared);
      dropDraft(jointId, sent.draft);
      if (live.status !== 'live') refreshJoint(jointId);
      onCreated();
    },
    onError: async (error, { body, draft: sent }) => {
      if (error instanceof ApiError && error.code === 'identitiesUnsure') {
        const wentOn = [...(body.wentOn ?? []), 'identitiesUnsure' as const];
        if (await goesOnUnsure()) creating.mutate({ body: { ...body, wentOn }, draft: sent });
        return;
      }
      toast.error(failureText(error, assemblyTexts.createFailed));
      // The response may be lost although the question exists: refresh before the next press.
      refreshJoint(jointId);
    },
  });
  return creating;
}

interface CheckedQuestion {
  jointId: number;
  draft: QuestionDraft;
  answers: readonly string[];
  rule: Rule;
  agendaItem: number | null;
  hideResults: boolean;
  seats: number;
  approving: number;
  blank: number;
}

function bodyOf(question: CheckedQuestion, active: 0 | 1): NewConcept {
  const { jointId, draft, answers, rule, agendaItem, hideResults, seats, approving, blank } = question;
  const threshold = thresholdOf(draft.threshold);
  const isOfSeats = seats > 1;
  return {
    jointId,
    conceptDescription: oneLine(draft.question),
    active,
    ...(isOfSeats
      ? { seats, ...optionsOfDraft(draft.election ?? emptyElection) }
      : {
          answers: answers.map((answer, at) => ({
            answerId: at + 1,
            jointId,
            answerDescription: oneLine(answer),
          })),
          ...(rule === 'election' ? { blankAnswerId: blank || null } : { approvingAnswerId: approving }),
        }),
    ...defined({ matter: draft.matter }),
    rule,
    ...defined({
      threshold: rule === 'threshold' && threshold !== null ? threshold : undefined,
      agendaItem: agendaItem ?? undefined,
    }),
    hideResults,
  };
}

function AnswerFields(props: {
  draft: QuestionDraft;
  onDraft: (draft: QuestionDraft) => void;
  isChecked: boolean;
}) {
  const { draft, onDraft, isChecked } = props;
  return (
    <>
      <NumberField
        label="Cantidad de respuestas"
        value={draft.count}
        onChange={(count) => onDraft({ ...draft, count })}
        minValue={1}
        maxValue={MAX_ANSWERS}
      />
      <div className={styles.answers}>
        {draft.answers.slice(0, draft.count).map((answer, at) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer is its number, 1 to n
            key={at}
            label={`Respuesta ${at + 1}`}
            value={answer}
            onChange={(text) =>
              onDraft({ ...draft, answers: draft.answers.map((one, i) => (i === at ? text : one)) })
            }
            error={isChecked && oneLine(answer) === '' ? 'Digite la respuesta' : null}
            maxLength={200}
            isRequired
          />
        ))}
      </div>
    </>
  );
}

/** Buttons to open the question now, and to store the text as prepared. */
function SendButtons({ sending, onPrepare }: { sending: 0 | 1 | null; onPrepare: () => void }) {
  return (
    <div className={`wrap-3 ${styles.buttons}`}>
      <Button type="submit" size="large" isPending={sending === 1} isDisabled={sending === 0}>
        Generar
      </Button>
      <Button
        variant="secondary"
        size="large"
        onPress={onPrepare}
        isPending={sending === 0}
        isDisabled={sending === 1}
      >
        Guardar como preparada
      </Button>
    </div>
  );
}

/** Default for by-laws without special majorities. */
const NO_BY_LAWS: ByLawMajorities = {};

/** Copy of the form data with the legal subject and the majority required for the subject. */
function withMatter(draft: QuestionDraft, matter: Matter, byLaws: ByLawMajorities): QuestionDraft {
  const { rule, threshold } = needOf(matter, byLaws);
  return {
    ...draft,
    matter,
    rule,
    ...defined({ threshold: threshold === undefined ? undefined : typedOf(threshold) }),
  };
}

/** Id of the blank vote in an election: as selected, else found by the answer's text. 0 without a blank vote. */
function blankOfDraft({ blank, count }: QuestionDraft, answers: readonly string[]): number {
  return blank !== undefined && blank <= count ? blank : (blankAnswerAmong(answers) ?? 0);
}

/**
 * Asks for confirmation before creating an identical question twice, usually a second press after a lost response.
 */
function isMeant(live: LiveEntry, text: string): Promise<boolean> {
  const twin = live.joint?.concepts.find(
    (concept) => concept.conceptDescription === text && questionState(concept) !== 'closed',
  );
  if (!twin) return Promise.resolve(true);
  return confirm({
    title: 'Ya existe una pregunta igual. ¿Desea crear otra?',
    body: <p>{conceptLabel(twin)}</p>,
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

interface Props {
  items: readonly AgendaItem[];
  value: number | null;
  onChange: (item: number | null) => void;
}

const NO_POINT = 0;

/** Number of the chosen point of the agenda; without a choice, of the open point. */
const itemOf = ({ agendaItem }: QuestionDraft, joint: LiveEntry['joint']): number | null | undefined =>
  agendaItem === undefined ? joint?.assembly?.point?.number : agendaItem;

/** Select for the agenda point of a question, printed in the acta. Renders no element without an agenda. */
function QuestionAgenda({ items, value, onChange }: Props) {
  if (items.length === 0) return null;
  return (
    <Select
      label="Punto del orden del día"
      items={[
        { id: NO_POINT, label: 'Ninguno' },
        ...items.map((item) => ({ id: item.number, label: agendaLabel(item) })),
      ]}
      value={value ?? NO_POINT}
      onChange={(item) => onChange(item === NO_POINT ? null : item)}
      placeholder="Seleccione un punto"
      description="El borrador del acta muestra la pregunta en ese punto."
    />
  );
}

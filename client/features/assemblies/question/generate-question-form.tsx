import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { blankAnswerAmong } from '../../../../shared/assemblies/concept-words.ts';
import {
  createConcept,
  defaultAnswers,
  type NewConcept,
} from '../../../../shared/assemblies/concepts.api.ts';
import { topicAnswers, topicIds, topicNeed, topics } from '../../../../shared/assemblies/course/topics.ts';
import { MOST_SEATS } from '../../../../shared/assemblies/elections/election.ts';
import { type AgendaItem, agendaItems, agendaLabel } from '../../../../shared/assemblies/law/agenda.ts';
import type { ByLawMajorities } from '../../../../shared/assemblies/law/by-law-majorities.ts';
import { hasCost } from '../../../../shared/assemblies/law/cost.ts';
import { matters } from '../../../../shared/assemblies/law/kinds.ts';
import type { Rule } from '../../../../shared/assemblies/law/majority.ts';
import { type Need, needOf } from '../../../../shared/assemblies/law/matters.ts';
import { defined } from '../../../../shared/defined.ts';
import { BUDGET_MONTHS } from '../../../../shared/shares.ts';
import { ApiError, call, failureText } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { paidPesos } from '../../../ui/fields/money-typing.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Stack } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { jointQuery, thresholdOf, typedOf } from '../../properties/index.ts';
import { conceptLabel } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { emptyElection, faultOf, optionsOfDraft } from '../election/draft.ts';
import { ElectionFields } from '../election/fields.tsx';
import { dropDraft, MAX_ANSWERS, type QuestionDraft, useDraft } from '../election/question-draft.ts';
import { isOpeningCode, withQuestions } from '../meetings/server-asks.tsx';
import { mayOpen } from '../panel/questions/opening.tsx';
import { questionState } from '../panel/questions/words.ts';
import { useDwellings } from '../units/use-dwellings.ts';
import styles from './generate-question.module.css';
import { askedWarnings, goesOnUnsure, QuestionMatter, type Subject } from './matter.tsx';
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
  const [draft, setDraft] = useDraft(jointId, live.joint?.assembly?.assemblyId);
  const { joint } = live;
  const question = checkedQuestionOf(jointId, draft, joint);
  const { answers, rule, agendaItem, hideResults, seats, approving, blank } = question;
  const isOfSeats = seats > 1;
  // The method of an election of several seats replaces majorities of the by-laws.
  const majorities = useQuery(jointQuery(jointId)).data?.majorities ?? NO_BY_LAWS;
  const byLaws = isOfSeats ? NO_BY_LAWS : majorities;
  const subject = draft.topic ?? draft.matter ?? null;
  const own = draft.matter === undefined ? null : needOf(draft.matter, byLaws);
  useProposed(draft, setDraft, useQuery(jointQuery(jointId)).data?.majorities);
  useDwellings(jointId, live, true);
  const { form, isChecked, sending, send } = useSending(live, question, byLaws);
  const set = (change: Partial<QuestionDraft>) => setDraft({ ...draft, ...change });
  const submit = (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault();
    void send(1);
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
      className="shrinks"
    >
      <Stack>
        <QuestionMatter
          chosen={subject}
          byLaws={byLaws}
          onChoose={(chosen) => setDraft(withSubject(draft, chosen, majorities))}
        />
        <QuestionText draft={draft} onDraft={setDraft} isChecked={isChecked} />
        <QuestionProposal draft={draft} onDraft={setDraft} />
        <QuestionAgenda
          items={agendaItems(joint?.assembly?.agenda)}
          value={agendaItem}
          onChange={(item) => set({ agendaItem: item })}
        />
        {hasCost(draft.matter) && <CostFields draft={draft} onDraft={setDraft} isChecked={isChecked} />}
        {!isOfSeats && <AnswerFields draft={draft} onDraft={setDraft} isChecked={isChecked} />}
        <QuestionRule
          joint={joint}
          subject={subject}
          rule={rule}
          own={own}
          onRule={(one) => set({ rule: one })}
          answers={answers}
          approving={approving}
          onApproving={(answerId) => set({ approving: answerId })}
          blank={blank}
          onBlank={(answerId) => set({ blank: answerId })}
          threshold={draft.threshold}
          onThreshold={(typed) => set({ threshold: typed })}
          isChecked={isChecked}
          isOfSeats={isOfSeats}
        />
        {rule === 'election' && (
          <SeatFields draft={draft} onDraft={setDraft} isChecked={isChecked} seats={seats} />
        )}
        <Checkbox isSelected={hideResults} onChange={(isSelected) => set({ hideResults: isSelected })}>
          Ocultar los resultados hasta cerrar la votación
        </Checkbox>
        <SendButtons sending={sending} onPrepare={() => void send(0)} />
      </Stack>
    </form>
  );
}

/**
 * Sends the question of the form, after the questions to the operator. `isChecked`: true after the first press, to
 * show the errors. `sending`: 1 while the question is opened, 0 while stored for later, else null.
 */
function useSending(live: LiveEntry, question: CheckedQuestion, byLaws: ByLawMajorities) {
  const { jointId, draft } = question;
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { isOfPanel } = panelState(useLocation().state);
  const navigate = useNavigate();
  const creating = useCreateQuestion(live, jointId, () => {
    setChecked(false);
    if (isOfPanel === true) void navigate('/AssemblyPanel');
    else form.current?.querySelector('textarea')?.focus();
  });
  const sending = creating.isPending ? (creating.variables.body.active ?? null) : null;
  const send = async (active: 0 | 1) => {
    if (creating.isPending) return;
    setChecked(true);
    if (isIncomplete(question)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const body = bodyOf(question, active);
    if (!(await isMeant(live, body.conceptDescription))) return;
    const wentOn = await askedWarnings(body, live.joint, byLaws);
    if (wentOn === null) return;
    if (active === 1 && !(await mayOpen(jointId, null))) return;
    creating.mutate({ body: wentOn.length === 0 ? body : { ...body, wentOn }, draft });
  };
  return { form, isChecked, sending, send };
}

/** Sends a new question. After success deletes the draft and calls `onCreated`. */
function useCreateQuestion(live: LiveEntry, jointId: number, onCreated: () => void) {
  return useMutation({
    mutationFn: ({ body }: SentQuestion) => {
      const unsure: 'identitiesUnsure'[] = [];
      return withQuestions(async (codes) => {
        const confirmed = codes.filter(isOpeningCode);
        const create = () =>
          call(createConcept, {
            body: { ...body, wentOn: [...(body.wentOn ?? []), ...confirmed, ...unsure] },
          });
        try {
          return await create();
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'identitiesUnsure') throw error;
          if (!(await goesOnUnsure())) return null;
          unsure.push('identitiesUnsure');
          return create();
        }
      });
    },
    onSuccess: (answer, sent) => {
      if (answer === null) return;
      toast.success(answer.active === 1 ? assemblyTexts.created : assemblyTexts.prepared);
      dropDraft(jointId, sent.draft);
      if (live.status !== 'live') refreshJoint(jointId);
      onCreated();
    },
    onError: (error) => {
      toast.error(failureText(error, assemblyTexts.createFailed));
      // The response may be lost although the question exists: refresh before the next press.
      refreshJoint(jointId);
    },
  });
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

/** Values of the question in the form: as typed, or the default for a value not chosen or no longer offered. */
function checkedQuestionOf(
  jointId: number,
  draft: QuestionDraft,
  joint: LiveEntry['joint'],
): CheckedQuestion {
  const answers = draft.answers.slice(0, draft.count);
  const rule = offeredRules(joint?.assembly?.mode).find((one) => one === draft.rule) ?? 'simple';
  // The agenda may have changed since the choice.
  const item = agendaItems(joint?.assembly?.agenda).find(({ number }) => number === itemOf(draft, joint));
  return {
    jointId,
    draft,
    answers,
    rule,
    agendaItem: item?.number ?? null,
    // Elections hide results by default, so that voters are not influenced. The operator decides for other questions.
    hideResults: draft.hideResults ?? rule === 'election',
    seats: rule === 'election' ? (draft.seats ?? 1) : 1,
    approving: draft.approving <= draft.count ? draft.approving : 1,
    blank: blankOfDraft(draft, answers),
  };
}

/** True if the text, an answer, the candidates or the majority of the by-laws is missing or faulty. */
function isIncomplete({ draft, answers, rule, seats }: CheckedQuestion): boolean {
  const isFaulty =
    seats > 1
      ? faultOf(draft.election ?? emptyElection) !== null
      : answers.some((answer) => oneLine(answer) === '');
  const isBare = rule === 'threshold' && thresholdOf(draft.threshold) === null;
  return isFaulty || isBare || isCostFaulty(draft) || oneLine(draft.question) === '';
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
    ...defined({
      matter: draft.matter,
      cost: costOfDraft(draft),
      proposalId: draft.proposal?.proposalId,
    }),
    rule,
    ...defined({
      threshold: rule === 'threshold' && threshold !== null ? threshold : undefined,
      agendaItem: agendaItem ?? undefined,
    }),
    hideResults,
  };
}

interface DraftFieldsProps {
  draft: QuestionDraft;
  onDraft: (draft: QuestionDraft) => void;
  /** True to show the errors of the fields, after the user pressed a button to send. */
  isChecked: boolean;
}

/** Field for the text of the question. Near the limit, shows the number of characters left. */
function QuestionText({ draft, onDraft, isChecked }: DraftFieldsProps) {
  const left = MAX_QUESTION - draft.question.length;
  return (
    <TextField
      label="Pregunta"
      value={draft.question}
      onChange={(question) => onDraft({ ...draft, question })}
      description={draft.question.length >= NEAR_LIMIT ? `Caracteres disponibles: ${left}` : undefined}
      error={isChecked && oneLine(draft.question) === '' ? 'Digite la pregunta' : null}
      maxLength={MAX_QUESTION}
      multiline
      isRequired
    />
  );
}

/** Line about the proposal that becomes the question, with a button to separate the question from the proposal. */
function QuestionProposal({ draft, onDraft }: Omit<DraftFieldsProps, 'isChecked'>) {
  const { proposal, ...others } = draft;
  if (proposal === undefined) return null;
  return (
    <p className="between">
      <span className="soft anywhere grow">De la proposición de {proposal.author}</span>
      <Button variant="quiet" size="small" onPress={() => onDraft(others)}>
        Separar de la proposición
      </Button>
    </p>
  );
}

/** Fields of an election: number of seats, and from two seats on the candidates or lists. */
function SeatFields({ draft, onDraft, isChecked, seats }: DraftFieldsProps & { seats: number }) {
  const election = draft.election ?? emptyElection;
  return (
    <>
      <NumberField
        label="Puestos por elegir"
        description="Con dos o más, los candidatos o las planchas se escriben aquí abajo. El consejo de administración tiene un número impar de puestos, tres o más (Ley 675 de 2001, art. 53)."
        value={seats}
        onChange={(quantity) => onDraft({ ...draft, seats: quantity })}
        minValue={1}
        maxValue={MOST_SEATS}
      />
      {seats > 1 && (
        <ElectionFields
          draft={election}
          onChange={(next) => onDraft({ ...draft, election: next })}
          seats={seats}
          fault={isChecked ? faultOf(election) : null}
        />
      )}
    </>
  );
}

/** Fields for the cost of a decision: each owner reads the own part after the assembly. */
function CostFields({ draft, onDraft, isChecked }: DraftFieldsProps) {
  const { amount, months } = draft.cost ?? { amount: '', months: BUDGET_MONTHS };
  const isBudget = draft.matter === 'budget';
  return (
    <>
      <MoneyField
        label={isBudget ? 'Presupuesto del año (opcional)' : 'Valor total (opcional)'}
        description="Después de la asamblea cada propietario ve cuánto le toca al mes, por su coeficiente."
        value={amount}
        onChange={(typed) => onDraft({ ...draft, cost: { amount: typed, months } })}
        error={isChecked && isCostFaulty(draft) ? 'Digite un valor mayor que cero, o déjelo vacío.' : null}
      />
      {!isBudget && (
        <NumberField
          label="Número de cuotas mensuales"
          value={months}
          onChange={(number) => onDraft({ ...draft, cost: { amount, months: number } })}
          minValue={1}
          maxValue={120}
        />
      )}
    </>
  );
}

/** True if an amount was typed that is no amount above zero. */
const isCostFaulty = ({ matter, cost }: QuestionDraft): boolean =>
  hasCost(matter) && cost !== undefined && cost.amount.trim() !== '' && paidPesos(cost.amount) === null;

/** Cost of the decision for the server. Undefined without a typed amount, and for a matter without a cost. */
function costOfDraft({ matter, cost }: QuestionDraft): NewConcept['cost'] {
  const amount = cost && hasCost(matter) ? paidPesos(cost.amount) : null;
  if (cost === undefined || amount === null) return undefined;
  return { amount, months: matter === 'budget' ? BUDGET_MONTHS : cost.months };
}

function AnswerFields({ draft, onDraft, isChecked }: DraftFieldsProps) {
  return (
    <>
      <NumberField
        label="Cantidad de respuestas"
        value={draft.count}
        onChange={(count) => onDraft({ ...draft, count })}
        minValue={1}
        maxValue={MAX_ANSWERS}
      />
      <div className={`grid-4 ${styles.answers}`}>
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

/** Text and answers are replaced while equal to a proposal: typed words stay. */
const proposedTexts: ReadonlySet<string> = new Set(topicIds.flatMap((id) => topics[id].question ?? []));
const proposedAnswers = [defaultAnswers.join(), topicAnswers.join()];

/**
 * Copy of the form data with a subject: a legal matter with the required majority, or a template with text, majority
 * and answers too.
 */
function withSubject(draft: QuestionDraft, subject: Subject, byLaws: ByLawMajorities): QuestionDraft {
  const id = topicIds.find((one) => one === subject);
  const { topic: _, ...plain } = draft;
  if (id === undefined) {
    const matter = matters.find((one) => one === subject) ?? 'other';
    return { ...plain, matter, ...majorityOf(needOf(matter, byLaws)) };
  }
  const { question, matter } = topics[id];
  const typed = draft.question.trim();
  const isProposed = typed === '' || proposedTexts.has(typed);
  const hasProposedAnswers = proposedAnswers.includes(draft.answers.slice(0, draft.count).join());
  return {
    ...plain,
    topic: id,
    matter,
    ...majorityOf(topicNeed(id, byLaws)),
    question: isProposed && question !== null ? question : draft.question,
    answers: hasProposedAnswers ? draft.answers.map((text, at) => topicAnswers[at] ?? text) : draft.answers,
  };
}

const majorityOf = ({ rule, threshold }: Need) => ({
  rule,
  ...defined({ threshold: threshold === undefined ? undefined : typedOf(threshold) }),
});

/** Hook: fills an empty form with the template of the point, if the panel opened the form for the point. */
function useProposed(
  draft: QuestionDraft,
  onDraft: (draft: QuestionDraft) => void,
  byLaws: ByLawMajorities | undefined,
): void {
  const { topic } = panelState(useLocation().state);
  const filled = useRef(false);
  const subject = topicIds.find((id) => id === topic);
  useEffect(() => {
    if (filled.current || byLaws === undefined || subject === undefined) return;
    filled.current = true;
    const typed = draft.question.trim();
    if (typed === '' || proposedTexts.has(typed)) onDraft(withSubject(draft, subject, byLaws));
  }, [draft, onDraft, byLaws, subject]);
}

/** State of the navigation from the panel: subject of the point, and the way back after the opening. */
function panelState(state: unknown): { isOfPanel?: boolean; topic?: string | null } {
  return typeof state === 'object' && state !== null ? state : {};
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

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listAssemblyApartments } from '../../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { presentAt } from '../../../../shared/assemblies/paper-evening/sums.ts';
import { dayInBogota } from '../../../../shared/days.ts';
import { count, time, units } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { freshOf } from '../../../lib/query.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ButtonLink, Card, Notice, Stack } from '../../../ui/page.tsx';
import { bothOf, QueryView } from '../../../ui/query-view.tsx';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { conceptLabel } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { assemblyJointQuery } from '../meetings/assemblies.queries.ts';
import { AssembliesScreen } from '../meetings/assemblies-screen.tsx';
import { ConfirmCard } from './confirm-card.tsx';
import { blankPaper, blankSum, type PaperDraft, usePaperDraft } from './draft.store.ts';
import type { LineFault } from './lines.ts';
import { type ReadEvening, type RollUnit, readDraft } from './read-draft.ts';
import { SumFields } from './sum-fields.tsx';

/** Page '/Assemblies/Paper' for operators: types in an evening that was held on paper. */
export default function TypingPage() {
  return (
    <AssembliesScreen
      title="Digitar la asamblea en papel"
      intro="Copie la lista de asistencia, los votos y la hoja de sumas de la carpeta de contingencia. Nada se guarda hasta que usted confirme."
    >
      {(joint, picker) => <PaperEveningForm key={joint.id} jointId={joint.id} picker={picker} />}
    </AssembliesScreen>
  );
}

function PaperEveningForm({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const ofRoll = useQuery(freshOf(['paper-roll', jointId], listAssemblyApartments, { params: { jointId } }));
  const ofJoint = useQuery(assemblyJointQuery(jointId));
  return (
    <QueryView query={bothOf(ofRoll, ofJoint)} above={picker} failed={assemblyTexts.noInformation}>
      {([roll, { assembly }]) =>
        assembly === null || assembly.closedAt !== null ? (
          <>
            {picker}
            <Notice kind="info" title="La asamblea está cerrada">
              <p>El papel se digita antes de cerrarla.</p>
            </Notice>
          </>
        ) : (
          <>
            {picker}
            <Sheets
              jointId={jointId}
              scheduledAt={assembly.scheduledAt}
              roll={roll}
              concepts={(live.joint?.concepts ?? []).filter(
                ({ conceptId, active, closing, deleted }) =>
                  conceptId !== ATTENDANCE &&
                  deleted === undefined &&
                  (active === 1 || closing === undefined),
              )}
            />
          </>
        )
      }
    </QueryView>
  );
}

interface SheetsProps {
  jointId: number;
  /** Called time of the assembly: default day of the evening, and base of the typed hours. */
  scheduledAt: string | null;
  roll: readonly RollUnit[];
  /** Questions that are open, or were never opened. */
  concepts: readonly LiveConcept[];
}

function Sheets({ jointId, scheduledAt, roll, concepts }: SheetsProps) {
  const [draft, change] = usePaperDraft(jointId);
  const day = draft.day || dayInBogota(scheduledAt === null ? serverTime() : Date.parse(scheduledAt));
  const hour = scheduledAt === null ? null : time(scheduledAt);
  const read = readDraft(draft, { day, hour }, { roll, concepts });
  return (
    <>
      {draft.sent === null && (
        <>
          <ArrivalsCard draft={draft} day={day} read={read} onChange={change} />
          {concepts.length === 0 && (
            <Notice kind="info" title="No hay preguntas por digitar">
              <p>Cree aquí la pregunta que se votó en papel; no hace falta abrirla.</p>
              <Stack row>
                <ButtonLink to="/GenerateQuestion" variant="secondary">
                  Generar pregunta
                </ButtonLink>
              </Stack>
            </Notice>
          )}
          {concepts.map((concept) => (
            <QuestionCard
              key={concept.conceptId}
              concept={concept}
              draft={draft}
              read={read}
              onChange={change}
            />
          ))}
        </>
      )}
      <ConfirmCard jointId={jointId} draft={draft} read={read} concepts={concepts} onChange={change} />
    </>
  );
}

interface SheetProps {
  draft: PaperDraft;
  read: ReadEvening;
  onChange: (change: Partial<PaperDraft>) => void;
}

/** Card with the list of attendance and the sum of the people present. */
function ArrivalsCard({ draft, day, read, onChange }: SheetProps & { day: string }) {
  const { arrivals } = read.evening;
  const people = arrivals.length;
  const inUnits = arrivals.reduce((sum, { apartmentIds }) => sum + apartmentIds.length, 0);
  const hours = arrivals.map(({ at }) => at).sort();
  return (
    <Card title="1. Lista de asistencia">
      <TextField
        label="Día de la asamblea"
        type="date"
        value={day}
        onChange={(next) => onChange({ day: next })}
      />
      <TextField
        label="Una línea por persona"
        description="Inmueble; hora de entrada; nombre de quien asiste; x si trae poder; hora de salida. Varios inmuebles van con coma. Si asiste el propietario, deje el nombre vacío. Sin hora vale la de la línea anterior. También puede pegar columnas de una hoja de cálculo."
        placeholder={'101; 18:40\n102, 103; 18:45; Marta Gil; x\n104; 18:50; ; ; 20:10'}
        value={draft.arrivals}
        onChange={(next) => onChange({ arrivals: next })}
        multiline
        rows={8}
      />
      <Faults faults={read.faults.get(ATTENDANCE)} />
      {people > 0 && (
        <p>
          Leído: {units(inUnits)} de {count(people)} {people === 1 ? 'persona' : 'personas'}, entre las{' '}
          {time(hours[0] ?? '')} y las {time(hours.at(-1) ?? '')}.
        </p>
      )}
      <SumFields
        title="Quórum en la hoja de sumas"
        sum={draft.presence}
        compared={read.sums.find(({ voteId }) => voteId === null)}
        onChange={(sum) => onChange({ presence: { ...draft.presence, ...sum } })}
      >
        <TextField
          label="Hora"
          placeholder="18:40"
          value={draft.presence.hour}
          onChange={(hour) => onChange({ presence: { ...draft.presence, hour } })}
        />
      </SumFields>
    </Card>
  );
}

/** Card with the votes and sums of one question. */
function QuestionCard({ concept, draft, read, onChange }: SheetProps & { concept: LiveConcept }) {
  const { conceptId, answers } = concept;
  const paper = draft.questions[conceptId] ?? blankPaper;
  const set = (fields: Partial<typeof paper>) =>
    onChange({ questions: { ...draft.questions, [conceptId]: { ...paper, ...fields } } });
  const question = read.evening.questions.find((one) => one.conceptId === conceptId);
  const present = question && presentAt(read.evening.arrivals, Date.parse(question.at)).length;
  return (
    <Card title={conceptLabel(concept)}>
      <p>Respuestas: {answers.map((one) => `${one.answerId}. ${one.answerDescription}`).join(' · ')}</p>
      <TextField
        label="Hora en que se contó"
        placeholder="19:30"
        value={paper.hour}
        onChange={(hour) => set({ hour })}
      />
      <TextField
        label="Un voto por línea"
        description="Inmueble y número de la respuesta. Varios nombres van con coma. También puede pegar columnas de una hoja de cálculo. Deje vacío lo que no se votó."
        placeholder={'101 1\n102 2'}
        value={paper.votes}
        onChange={(votes) => set({ votes })}
        multiline
        rows={8}
      />
      <Faults faults={read.faults.get(conceptId)} />
      {question !== undefined && (
        <p>
          Leído: {count(question.votes.length)} {question.votes.length === 1 ? 'voto' : 'votos'}; en la lista
          había {units(present ?? 0)} a esa hora.
        </p>
      )}
      {answers.map(({ answerId, answerDescription }) => (
        <SumFields
          key={answerId}
          title={`${answerId}. ${answerDescription}`}
          sum={paper.sums[answerId] ?? blankSum}
          compared={read.sums.find((one) => one.conceptId === conceptId && one.voteId === answerId)}
          onChange={(sum) => set({ sums: { ...paper.sums, [answerId]: sum } })}
        />
      ))}
    </Card>
  );
}

/** Faults named at once; a longer list would hide the field. */
const MOST_FAULTS = 12;

function Faults({ faults = [] }: { faults: readonly LineFault[] | undefined }) {
  if (faults.length === 0) return null;
  const rest = faults.length - MOST_FAULTS;
  return (
    <Notice kind="warning" title={`Por corregir: ${count(faults.length)}`}>
      <ul>
        {faults.slice(0, MOST_FAULTS).map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            {line === 0 ? 'Hoja de sumas' : `Línea ${line}`}: {text}
          </li>
        ))}
        {rest > 0 && <li>Y {count(rest)} más.</li>}
      </ul>
    </Notice>
  );
}

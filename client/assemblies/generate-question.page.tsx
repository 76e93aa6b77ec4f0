import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { createConcept, defaultAnswers, type NewConcept } from '../../shared/assemblies/concepts.api.ts';
import { call } from '../lib/api.ts';
import { refreshJoint, useLiveJoint } from '../lib/live.ts';
import type { LiveEntry } from '../lib/live-store.ts';
import { Button } from '../ui/button.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { Page, Stack } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './assemblies.module.css';
import { activeQuestion, shortLabel, weightWords } from './concept-words.ts';
import { failureText } from './failure.ts';
import { JointPicker } from './joint-picker.tsx';
import { LiveLine } from './live-line.tsx';
import { mayOpen, NoQuorumWarning } from './opening.tsx';
import { QUORUM_POLL_MS } from './poll-times.ts';
import { texts } from './texts.ts';
import { useAct } from './use-act.ts';

const MAX_ANSWERS = 20;

/** Writes a question and opens it at once. */
export default function GenerateQuestionPage() {
  return (
    <Page title="Generar Pregunta" width="narrow">
      <JointPicker withSectors>
        {(joint, picker) => <Question key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Question({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const open = live.joint && activeQuestion(live.joint.concepts);
  return (
    <>
      {picker}
      <LiveLine live={live} />
      {live.joint && <NoQuorumWarning joint={live.joint} />}
      {open && (
        <p>
          Está activa <strong>{shortLabel(open)}</strong>: {weightWords(open.voted)}.
        </p>
      )}
      <QuestionForm jointId={jointId} live={live} />
    </>
  );
}

interface Draft {
  question: string;
  count: number;
  /** As many as there may be: those beyond the count are kept in case it grows again. */
  answers: readonly string[];
}

const blank: Draft = {
  question: '',
  count: defaultAnswers.length,
  answers: Array.from({ length: MAX_ANSWERS }, (_, at) => defaultAnswers[at] ?? ''),
};

function QuestionForm({ jointId, live }: { jointId: number; live: LiveEntry }) {
  const [draft, setDraft] = useState(blank);
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const answers = draft.answers.slice(0, draft.count);

  const creating = useAct({
    mutationFn: (body: NewConcept) => call(createConcept, { body }),
    onSuccess: () => {
      toast.success(texts.created);
      setDraft(blank);
      setChecked(false);
      if (live.status !== 'live') refreshJoint(jointId);
      form.current?.querySelector('textarea')?.focus();
    },
    onError: (error) => {
      toast.error(failureText(error, texts.createFailed));
      // The reply may be lost and the question there: the next press should know.
      refreshJoint(jointId);
    },
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (creating.isPending) return;
    setChecked(true);
    if (oneLine(draft.question) === '' || answers.some((answer) => oneLine(answer) === '')) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (!(await mayOpen(live.joint, null))) return;
    creating.mutate({
      jointId,
      conceptDescription: oneLine(draft.question),
      active: 1,
      answers: answers.map((answer, at) => ({
        answerId: at + 1,
        jointId,
        answerDescription: oneLine(answer),
      })),
    });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <TextField
          label="Pregunta"
          value={draft.question}
          onChange={(question) => setDraft({ ...draft, question })}
          error={isChecked && oneLine(draft.question) === '' ? 'Digite la pregunta' : null}
          maxLength={500}
          multiline
          isRequired
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
              autoComplete="off"
              isRequired
            />
          ))}
        </div>
        <Button type="submit" isPending={creating.isPending} size="large">
          Generar
        </Button>
      </Stack>
    </form>
  );
}

/** Line breaks and tabs are no part of a question: they would break badges and reports. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

import { type FormEvent, useRef, useState } from 'react';
import { defaultAnswers } from '../../../../shared/assemblies/concepts.api.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { focusFirstFault } from '../../../ui/fields/focus-fault.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { Button, Page } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { sureWords } from '../vote/confirm.tsx';
import { AnswersForm, Thanks, VoteBar } from '../vote/parts.tsx';
import styles from '../vote/vote.module.css';

/** Default answers of a question (specification), numbered from 1. */
const answers = defaultAnswers.map((label, at) => ({ id: at + 1, label }));

/**
 * Page '/PruebaQR' for owners to practise before an assembly: a vote on an invented question with the real voting
 * form. Sends no data.
 */
export default function PracticePage() {
  const [isVoted, setVoted] = useState(false);
  return (
    <Page title="Votación" width="narrow">
      {isVoted ? (
        <Practised onAgain={() => setVoted(false)} />
      ) : (
        <Practising onVoted={() => setVoted(true)} />
      )}
    </Page>
  );
}

function Practising({ onVoted }: { onVoted: () => void }) {
  const [answerId, setAnswerId] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const chosen = answers.find((answer) => answer.id === answerId);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) {
      setFault(assemblyTexts.answerMissing);
      if (form.current) focusFirstFault(form.current);
      return;
    }
    const body = <p>Es una práctica: su respuesta no se envía ni se cuenta.</p>;
    if (!(await confirm({ title: sureWords(`la opción ${chosen.label}`), body, yes: 'Sí' }))) return;
    toast.success(assemblyTexts.voted);
    onVoted();
  };

  return (
    <AnswersForm
      ref={form}
      onSubmit={submit}
      name="VOTACIÓN DE PRUEBA"
      question="¿El proceso de votación es claro?"
      isPinned
    >
      <RadioGroup
        label="Su respuesta"
        isLabelUnseen
        items={answers}
        value={answerId}
        onChange={(id) => {
          setAnswerId(id);
          setFault(null);
        }}
        error={fault}
      />
      <VoteBar>
        <p className={styles.sum}>Práctica: no se envía ni se cuenta</p>
      </VoteBar>
    </AnswersForm>
  );
}

function Practised({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="stack-5">
      <Thanks />
      <p>Era una práctica: su respuesta no se envió ni se contó. Así se vota en la asamblea.</p>
      <div>
        <Button variant="secondary" size="large" onPress={onAgain}>
          Practicar otra vez
        </Button>
      </div>
    </div>
  );
}

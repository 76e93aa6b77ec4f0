import { defaultAnswers } from '../../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import type { LiveJoint } from '../../../../lib/live/live-merge.ts';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { Meter } from '../../../../ui/meter.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { conceptName, weightWords } from '../../concept-words.ts';
import { turnout } from '../../panel/panel-words.ts';
import styles from './counting.module.css';
import type { useCountedQuestion } from './use-counted-question.ts';

interface Props {
  joint: LiveJoint | null;
  counted: ReturnType<typeof useCountedQuestion>;
}

/** What is being counted, and how far it is; another question than before stands out until it is agreed to. */
export function CountedQuestion({ joint, counted: { question, isOther, agree } }: Props) {
  if (joint === null) return null;
  if (question === null) {
    return (
      <Notice kind="warning" title="No hay votación activa">
        <p>Las papeletas se reciben mientras haya una pregunta activa. No hay que actualizar la página.</p>
      </Notice>
    );
  }
  const words = turnout(question.voted.apartments, joint.registered.apartments);
  const share = question.voted.apartments / Math.max(1, joint.registered.apartments);
  return (
    <section className={cx(styles.question, isOther && styles.other)} aria-label="Votación que se cuenta">
      {isOther && (
        <div className={styles.changed} role="alert">
          <p className={styles.changedWord}>La pregunta cambió</p>
          <p>
            Aparte las papeletas de la pregunta anterior. Ninguna se recibe hasta que confirme que ahora se
            cuenta {conceptName(question.conceptId)}.
          </p>
        </div>
      )}
      <p className={styles.name}>{conceptName(question.conceptId)}</p>
      <h2 className={styles.text}>{question.conceptDescription}</h2>
      {isOther ? (
        <div>
          <Button size="large" onPress={agree}>
            Contar {conceptName(question.conceptId)}
          </Button>
        </div>
      ) : (
        <>
          <Meter label="Han votado" share={Math.min(1, share)} valueText={words} />
          <p>
            Han votado {words}: {weightWords(question.voted)}.
          </p>
        </>
      )}
      {!takesBadges(question) && (
        <Notice kind="warning">
          <p>Esta pregunta no se responde con papeletas de votación: sus respuestas son otras.</p>
        </Notice>
      )}
    </section>
  );
}

/** A badge is printed with the three default answers. */
const takesBadges = ({ answers }: LiveConcept): boolean =>
  answers.length === defaultAnswers.length &&
  defaultAnswers.every((word, at) =>
    answers.some((answer) => answer.answerId === at + 1 && plain(answer.answerDescription) === plain(word)),
  );

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .trim()
    .toLowerCase();

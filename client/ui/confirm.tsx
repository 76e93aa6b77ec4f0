import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import styles from './dialog.module.css';
import { Button } from './page.tsx';

interface Question {
  title: string;
  body?: ReactNode;
  yes: string;
  /** Null: a notice with nothing to refuse, one button. */
  no: string | null;
  /** What cannot be taken back: the yes is coloured, and the focus begins on the no. */
  danger?: boolean;
}

interface Asked {
  question: Question;
  answer: (yes: boolean) => void;
}

const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));

/**
 * Asks the person and waits: `if (await confirm({title: '¿Está seguro?'})) …`. Escape is a no.
 * A second question while one is open answers the first with no.
 */
export function confirm(question: Partial<Question> & { title: string }): Promise<boolean> {
  useAsked.getState().asked?.answer(false);
  return new Promise((resolve) => {
    useAsked.setState({
      asked: {
        question: { yes: 'Si', no: 'No', ...question },
        answer: (yes) => {
          useAsked.setState({ asked: null });
          resolve(yes);
        },
      },
    });
  });
}

/** Where `confirm` shows its question; rendered once by UiProvider. */
export function ConfirmHost() {
  const asked = useAsked((state) => state.asked);
  return asked && <Asking key={asked.question.title} asked={asked} />;
}

/**
 * The browser's own modal: the page behind it is inert, the focus stays within and goes back afterwards. It
 * is on every page, and a phone that votes is spared the library's, which is for windows with lists in them.
 */
function Asking({ asked: { question, answer } }: { asked: Asked }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the buttons' own effects: what is not shown cannot be focused.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // A browser may close it on a second Escape without asking. React would also tell of a closing of its own.
  useEffect(() => {
    const element = dialog.current;
    const note = () => !element?.open && answer(false);
    element?.addEventListener('close', note);
    return () => element?.removeEventListener('close', note);
  }, [answer]);

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={question.body ? `${id}-body` : undefined}
      className={styles.asking}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <div className={`stack-4 ${styles.dialog}`}>
        <h2 id={`${id}-title`} className={styles.title}>
          {question.title}
        </h2>
        <div id={`${id}-body`} className={`stack-3 ${styles.body}`}>
          {question.body}
        </div>
        <div className={`wrap-3 ${styles.actions}`}>
          {question.no !== null && (
            <Button variant="secondary" onPress={() => answer(false)} autoFocus={question.danger}>
              {question.no}
            </Button>
          )}
          <Button
            variant={question.danger ? 'danger' : 'primary'}
            onPress={() => answer(true)}
            autoFocus={!question.danger || question.no === null}
          >
            {question.yes}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

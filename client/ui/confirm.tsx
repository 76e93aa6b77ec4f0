import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import styles from './dialog.module.css';
import { Button } from './page.tsx';

interface Confirmation {
  title: string;
  body?: ReactNode;
  yes: string;
  /** Label of the button for no. Null for a notice with a single button. */
  no: string | null;
  /** True for an action without undo: the button for yes is coloured, and the focus starts on the button for no. */
  danger?: boolean;
}

interface OpenQuestion {
  question: Confirmation;
  answer: (yes: boolean) => void;
}

const useAsked = create<{ open: OpenQuestion | null }>(() => ({ open: null }));

/**
 * Asks the person a yes-or-no question in a dialog and waits for the answer: `if (await confirm({title:
 * '¿Está seguro?'})) …`. Escape means no. A second question answers the first with no.
 * @param question title; optionally text (`body`), button labels (`yes`, `no`), and `danger` for an action
 * without undo
 */
export function confirm(question: Partial<Confirmation> & { title: string }): Promise<boolean> {
  useAsked.getState().open?.answer(false);
  return new Promise((resolve) => {
    useAsked.setState({
      open: {
        question: { yes: 'Si', no: 'No', ...question },
        answer: (yes) => {
          useAsked.setState({ open: null });
          resolve(yes);
        },
      },
    });
  });
}

/** Renders the dialog for the questions of `confirm`. Used once, in UiProvider. */
export function ConfirmHost() {
  const open = useAsked((state) => state.open);
  return open && <Asking key={open.question.title} open={open} />;
}

/**
 * Dialog for a question, as the browser's own modal: blocks the page behind, holds the focus and returns the focus
 * on closing. Used on every page, so voting on a phone loads no dialog of a library.
 */
function Asking({ open: { question, answer } }: { open: OpenQuestion }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Runs before the effects of the buttons: a hidden element cannot take the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // A browser may close the dialog on a second Escape without asking. React would also report a close by code.
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

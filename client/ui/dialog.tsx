import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { create } from 'zustand';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The row of buttons at its foot. */
  actions?: ReactNode;
  /** Interrupts with something that must be answered: read out whole at once. */
  role?: 'dialog' | 'alertdialog';
  size?: 'normal' | 'wide';
}

/** A window over the page; the rest waits. Escape closes it, and so does a press outside. */
export function Dialog({ title, isOpen, onClose, children, actions, role, size = 'normal' }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role !== 'alertdialog'}
      className={styles.veil}
    >
      <Modal className={size === 'wide' ? styles.wide : styles.modal}>
        <AriaDialog role={role} className={styles.dialog}>
          <Heading slot="title" className={styles.title}>
            {title}
          </Heading>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

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
  if (!asked) return null;
  const { question, answer } = asked;
  return (
    <Dialog
      title={question.title}
      isOpen
      onClose={() => answer(false)}
      role="alertdialog"
      actions={
        <>
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
        </>
      }
    >
      {question.body}
    </Dialog>
  );
}

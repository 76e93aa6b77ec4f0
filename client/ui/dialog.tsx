import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Default: true, for a dialog rendered only while open. */
  isOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom of the dialog. */
  actions?: ReactNode;
  /** `alertdialog` for a dialog with a required answer; a screen reader then reads the whole content at once. */
  role?: 'dialog' | 'alertdialog';
  size?: 'normal' | 'wide';
}

/**
 * Modal window with a title, content, and buttons (`actions`) at the bottom. Escape or a press outside calls
 * `onClose`.
 */
export function Dialog({
  title,
  isOpen = true,
  onClose,
  children,
  actions,
  role,
  size = 'normal',
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role !== 'alertdialog'}
      className={styles.veil}
    >
      <Modal className={size === 'wide' ? styles.wide : styles.modal}>
        <AriaDialog role={role} className={`stack-4 ${styles.dialog}`}>
          <Heading slot="title" className={styles.title}>
            {title}
          </Heading>
          <div className={`stack-3 ${styles.body}`}>{children}</div>
          {actions && <div className={`wrap-3 ${styles.actions}`}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

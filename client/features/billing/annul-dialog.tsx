import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Button, Notice, Stack } from '../../ui/page.tsx';

interface Props {
  title: string;
  /** What annulling it does. */
  body: ReactNode;
  /** Further choices, above the reason. */
  children?: ReactNode;
  yes: string;
  isPending: boolean;
  error: unknown;
  onYes: (reason: string) => void;
  onClose: () => void;
}

/** Asks before a document is annulled, and why: the reason stays with it. */
export function AnnulDialog({ title, body, children, yes, isPending, error, onYes, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const annul = () => {
    setTried(true);
    if (reason.trim() !== '') onYes(reason.trim());
  };
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button variant="danger" onPress={annul} isPending={isPending}>
            {yes}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{body}</p>
        {children}
        <TextField
          label="Motivo"
          value={reason}
          onChange={setReason}
          onKeyDown={(event) => event.key === 'Enter' && !isPending && annul()}
          maxLength={300}
          autoComplete="off"
          isRequired
          error={isTried && reason.trim() === '' ? 'Digite el motivo.' : null}
        />
        {error !== null && <Notice kind="error">{messageOf(error)}</Notice>}
      </Stack>
    </Dialog>
  );
}

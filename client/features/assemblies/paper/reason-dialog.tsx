import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/page.tsx';

interface Props {
  title: string;
  body: string;
  yes: string;
  isPending: boolean;
  /** With the reason, '' where none was given. */
  onYes: (reason: string) => void;
  onClose: () => void;
}

/** Asks before what cannot be taken back, and why. */
export function ReasonDialog({ title, body, yes, isPending, onYes, onClose }: Props) {
  const [reason, setReason] = useState('');
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
          <Button variant="danger" onPress={() => onYes(reason.trim())} isPending={isPending}>
            {yes}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{body}</p>
        <TextField label="Motivo (opcional)" value={reason} onChange={setReason} maxLength={500} />
      </Stack>
    </Dialog>
  );
}

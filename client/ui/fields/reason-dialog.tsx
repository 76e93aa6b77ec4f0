import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Dialog } from '../dialog.tsx';
import { Button, Notice, Stack } from '../page.tsx';
import { TextField } from './text-field.tsx';

interface Props {
  title: string;
  /** What it does. */
  body: ReactNode;
  /** Further choices, above the reason. */
  children?: ReactNode;
  yes: string;
  isPending: boolean;
  error?: unknown;
  /** It may be done without a reason, which then is ''. */
  isOptional?: boolean;
  onYes: (reason: string) => void;
  onClose: () => void;
}

/** Asks before what cannot be taken back, and why: the reason stays with it. */
export function ReasonDialog({ title, body, children, yes, isPending, error, isOptional, ...on }: Props) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = !isOptional && reason.trim() === '';
  const act = () => {
    setTried(true);
    if (!isMissing) on.onYes(reason.trim());
  };
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen
      onClose={on.onClose}
      actions={
        <>
          <Button variant="secondary" onPress={on.onClose}>
            Cancelar
          </Button>
          <Button variant="danger" onPress={act} isPending={isPending}>
            {yes}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{body}</p>
        {children}
        <TextField
          label={isOptional ? 'Motivo (opcional)' : 'Motivo'}
          value={reason}
          onChange={setReason}
          onKeyDown={(event) => event.key === 'Enter' && !isOptional && !isPending && act()}
          maxLength={isOptional ? 500 : 300}
          isRequired={!isOptional}
          error={isTried && isMissing ? 'Digite el motivo.' : null}
        />
        {error != null && <Notice kind="error">{messageOf(error)}</Notice>}
      </Stack>
    </Dialog>
  );
}

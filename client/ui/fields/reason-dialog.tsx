import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Dialog } from '../dialog.tsx';
import { Button, Notice, Stack } from '../page.tsx';
import { TextField } from './text-field.tsx';

interface Props {
  title: string;
  /** Text about the effect of the action. */
  body: ReactNode;
  /** Additional fields, shown above the reason. */
  children?: ReactNode;
  yes: string;
  /** Pending state and error of the request that sends the reason. */
  saving?: { isPending: boolean; error?: unknown };
  /** Label of the text, and the error for an empty text. Default: 'Motivo'. */
  text?: { label: string; missing: string; maxLength?: number };
  /** Proposed reason. Default: empty. */
  initial?: string;
  /** True if the reason may be left empty. */
  isOptional?: boolean;
  onYes: (reason: string) => void;
  onClose: () => void;
}

const REASON: NonNullable<Props['text']> = { label: 'Motivo', missing: 'Digite el motivo.' };

/**
 * Dialog that asks for confirmation and a typed reason before an action without undo. The reason is stored with the
 * action.
 * @param body text about the effect of the action
 * @param yes label of the button to confirm
 * @param text label of the reason, and error for an empty reason; default: 'Motivo'
 */
export function ReasonDialog({
  title,
  body,
  children,
  yes,
  saving: { isPending, error } = { isPending: false },
  text = REASON,
  isOptional,
  initial = '',
  ...on
}: Props) {
  const [reason, setReason] = useState(initial);
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
          label={isOptional ? `${text.label} (opcional)` : text.label}
          value={reason}
          onChange={setReason}
          onKeyDown={(event) => event.key === 'Enter' && !isOptional && !isPending && act()}
          maxLength={text.maxLength ?? (isOptional ? 500 : 300)}
          isRequired={!isOptional}
          error={isTried && isMissing ? text.missing : null}
        />
        {error != null && <Notice kind="error">{messageOf(error)}</Notice>}
      </Stack>
    </Dialog>
  );
}

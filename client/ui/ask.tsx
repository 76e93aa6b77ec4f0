import { type FormEvent, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Stack } from './page.tsx';
import { TextField } from './text-field.tsx';

interface Props {
  title: string;
  label: string;
  yes: string;
  no?: string;
  /** What to say when it is sent empty. */
  empty: string;
  isOpen: boolean;
  isPending?: boolean;
  onClose: () => void;
  onAnswer: (text: string) => void;
}

/** A dialog that asks for one line of text, such as a code ('Consultar' / 'Cancelar'). */
export function AskDialog({
  title,
  label,
  yes,
  no = 'Cancelar',
  empty,
  isOpen,
  isPending,
  onClose,
  onAnswer,
}: Props) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const answer = text.trim();
    if (answer === '') {
      setError(empty);
      return;
    }
    setText('');
    onAnswer(answer);
  };
  const close = () => {
    setText('');
    setError(null);
    onClose();
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <form onSubmit={send} noValidate>
        <Stack>
          <TextField
            label={label}
            value={text}
            onChange={(value) => {
              setText(value);
              setError(null);
            }}
            error={error}
            autoComplete="off"
            autoFocus
          />
          <Stack row end>
            <Button variant="secondary" onPress={close}>
              {no}
            </Button>
            <Button type="submit" isPending={isPending}>
              {yes}
            </Button>
          </Stack>
        </Stack>
      </form>
    </Dialog>
  );
}

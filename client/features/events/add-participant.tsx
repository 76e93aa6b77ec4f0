import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusFirstFault } from '../../ui/fields/focus-fault.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { useAddParticipant } from './events.queries.ts';

interface Props {
  eventId: number;
  /** What was typed at the desk; '' where nothing was. */
  participantId: string;
  onClose: () => void;
  onAdded: (participantId: string) => void;
}

/** Asks for somebody who is not on the list. */
export function AddParticipantDialog({ eventId, participantId, onClose, onAdded }: Props) {
  const add = useAddParticipant(eventId);
  const [id, setId] = useState(participantId);
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const body = { participantId: id.trim(), name: name.trim() };
    if (body.participantId === '' || body.name === '') {
      focusFirstFault(event.currentTarget);
      return;
    }
    if (add.isPending) return;
    add.mutate(body, {
      onSuccess: () => {
        onClose();
        onAdded(body.participantId);
      },
    });
  };
  return (
    <Dialog title="Agregar participante" isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextField
            label="Identificación"
            value={id}
            onChange={setId}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            autoFocus={participantId === ''}
            isRequired
            error={isTried && id.trim() === '' ? 'Digite la identificación.' : null}
          />
          <TextField
            label="Nombre"
            value={name}
            onChange={setName}
            maxLength={200}
            autoComplete="off"
            autoFocus={participantId !== ''}
            isRequired
            error={isTried && name.trim() === '' ? 'Digite el nombre.' : null}
          />
          {add.error && <Notice kind="error">{messageOf(add.error)}</Notice>}
          <Stack row end>
            <Button variant="secondary" onPress={onClose}>
              Cancelar
            </Button>
            <Button type="submit" isPending={add.isPending}>
              Agregar
            </Button>
          </Stack>
        </Stack>
      </form>
    </Dialog>
  );
}

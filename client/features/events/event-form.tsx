import { type FormEvent, useState } from 'react';
import type { Event } from '../../../shared/events/events.api.ts';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstFault } from '../../ui/fields/focus-fault.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSaveEvent } from './events.queries.ts';

interface Props {
  /** The event to change; null for a new one. */
  event: Event | null;
  onClose: () => void;
  onSaved: (event: Event) => void;
}

/** An event's name and day. */
export function EventForm({ event, onClose, onSaved }: Props) {
  const save = useSaveEvent(event?.eventId ?? null);
  const [name, setName] = useState(event?.name ?? '');
  const [heldOn, setHeldOn] = useState(event?.heldOn ?? '');
  const [isTried, setTried] = useState(false);
  const submit = (form: FormEvent<HTMLFormElement>) => {
    form.preventDefault();
    setTried(true);
    if (name.trim() === '') focusFirstFault(form.currentTarget);
    if (name.trim() === '' || save.isPending) return;
    save.mutate(
      { name: name.trim(), heldOn: heldOn === '' ? null : heldOn },
      {
        onSuccess: (saved) => {
          toast.success(event === null ? 'El evento fue creado.' : 'El evento fue modificado.');
          onClose();
          onSaved(saved);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextField
          label="Nombre del evento"
          value={name}
          onChange={setName}
          maxLength={200}
          autoComplete="off"
          autoFocus
          isRequired
          error={isTried && name.trim() === '' ? 'Digite el nombre.' : null}
        />
        <TextField label="Fecha (opcional)" type="date" value={heldOn} onChange={setHeldOn} />
        {save.error && <Notice kind="error">{messageOf(save.error)}</Notice>}
        <Stack row end>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button type="submit" isPending={save.isPending}>
            {event === null ? 'Crear' : 'Guardar'}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}

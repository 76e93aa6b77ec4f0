import { useState } from 'react';
import type { Event } from '../../../shared/events/events.api.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSaveEvent } from './events.queries.ts';

interface Props {
  /** Event to change, or null to create an event. */
  event: Event | null;
  onClose: () => void;
  onSaved: (event: Event) => void;
}

/**
 * Form for the name and day of an event.
 * @param event event to change; null to create an event
 * @param onSaved called with the stored event
 */
export function EventForm({ event, onClose, onSaved }: Props) {
  const [shown] = useState(event);
  const save = useSaveEvent(shown);
  const form = useForm({
    initial: { name: event?.name ?? '', heldOn: event?.heldOn ?? '' },
    faultsOf: ({ name }) => ({ name: name.trim() === '' ? 'Digite el nombre.' : null }),
    onSubmit: ({ name, heldOn }) =>
      save.mutate(
        { name: name.trim(), heldOn: heldOn === '' ? null : heldOn },
        {
          onSuccess: (saved) => {
            if (saved === null) return;
            toast.success(event === null ? 'El evento fue creado.' : 'El evento fue modificado.');
            onClose();
            onSaved(saved);
          },
        },
      ),
  });
  return (
    <Form form={form} saving={save} act={event === null ? 'Crear' : 'Guardar'} onCancel={onClose}>
      <TextField label="Nombre del evento" {...form.checked('name')} maxLength={200} autoFocus isRequired />
      <TextField label="Fecha (opcional)" type="date" {...form.field('heldOn')} />
    </Form>
  );
}

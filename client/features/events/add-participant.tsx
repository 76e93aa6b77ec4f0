import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { useAddParticipant } from './events.queries.ts';

interface Props {
  eventId: number;
  /** Id typed at the registration desk, or an empty text. */
  participantId: string;
  onClose: () => void;
  onAdded: (participantId: string) => void;
}

/**
 * Dialog of the desk of an event to add a person missing on the list of participants.
 * @param participantId id typed at the desk, or ''
 * @param onAdded called with the id of the added person
 */
export function AddParticipantDialog({ eventId, participantId, onClose, onAdded }: Props) {
  const add = useAddParticipant(eventId);
  const form = useForm({
    initial: { id: participantId, name: '' },
    faultsOf: ({ id, name }) => ({
      id: id.trim() === '' ? 'Digite la identificación.' : null,
      name: name.trim() === '' ? 'Digite el nombre.' : null,
    }),
    onSubmit: ({ id, name }) =>
      add.mutate(
        { participantId: id.trim(), name: name.trim() },
        {
          onSuccess: () => {
            onClose();
            onAdded(id.trim());
          },
        },
      ),
  });
  return (
    <Dialog title="Agregar participante" onClose={onClose}>
      <Form form={form} saving={add} act="Agregar" onCancel={onClose}>
        <TextField
          label="Identificación"
          {...form.checked('id')}
          maxLength={60}
          autoCapitalize="none"
          autoFocus={participantId === ''}
          isRequired
        />
        <TextField
          label="Nombre"
          {...form.checked('name')}
          maxLength={200}
          autoFocus={participantId !== ''}
          isRequired
        />
      </Form>
    </Dialog>
  );
}

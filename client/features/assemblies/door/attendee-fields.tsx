import { TextField } from '../../../ui/fields/text-field.tsx';
import { useDoorForm } from './scan/door-form.store.ts';

const change = useDoorForm.setState;

/** Who comes with a power: the name, and the document where it is known. */
export function AttendeeFields() {
  const { attendee, faults } = useDoorForm();
  return (
    <>
      <TextField
        label="Nombre del asistente"
        value={attendee.name}
        onChange={(name) =>
          change({ attendee: { ...attendee, name }, faults: { ...faults, name: undefined } })
        }
        error={faults.name}
        autoComplete="off"
        maxLength={200}
        isRequired
      />
      <TextField
        label="Documento del asistente"
        value={attendee.document}
        onChange={(document) => change({ attendee: { ...attendee, document } })}
        autoComplete="off"
        maxLength={40}
      />
    </>
  );
}

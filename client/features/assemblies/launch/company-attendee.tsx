import type { Capacity } from '../../../../shared/assemblies/attendance.api.ts';
import { capacityNames } from '../../../../shared/assemblies/words.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

/** Roles of a person at home for a company: legal representative or delegate. */
const companyCapacities = ['legalRepresentative', 'delegate'] as const satisfies readonly Capacity[];

interface Props {
  name: string;
  onName: (name: string) => void;
  capacity: Capacity;
  onCapacity: (capacity: Capacity) => void;
}

/**
 * Fields for a company's person at home before 'Registrar Asistencia': role and name, required in the acta.
 * @param capacity role: legal representative or delegate
 */
export function CompanyAttendee({ name, onName, capacity, onCapacity }: Props) {
  return (
    <>
      <p role="status">
        Un inmueble es de una empresa. Diga quién asiste por ella y oprima otra vez «Registrar Asistencia».
      </p>
      <Select
        label="Usted asiste como"
        items={companyCapacities.map((id) => ({ id, label: capacityNames[id] }))}
        value={capacity}
        onChange={onCapacity}
      />
      <TextField label="Su nombre" value={name} onChange={onName} maxLength={200} autoComplete="name" />
    </>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { Select } from '../../../ui/fields/select.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { assemblyTexts } from '../texts.ts';
import { useDoorForm } from './scan/door-form.store.ts';
import type { Person } from './scan/take-home.ts';

/** Who answers from home for the chosen units. */
export function PersonField({ people }: { people: UseQueryResult<readonly Person[]> }) {
  const personId = useDoorForm((state) => state.personId);
  const faults = useDoorForm((state) => state.faults);
  const chosen = useDoorForm((state) => state.chosen);
  if (people.isError && !people.data) {
    return (
      <Notice kind="error">
        <p>{assemblyTexts.noInformation}</p>
      </Notice>
    );
  }
  const list = people.data ?? [];
  const person = list.find((one) => one.userId === personId);
  const others = person ? chosen.filter((id) => !person.apartments.includes(id)) : [];
  return (
    <>
      <Select
        label="Persona que responde desde casa"
        items={list.map((one) => ({ id: one.userId, label: labelOf(one) }))}
        value={personId === '' ? null : personId}
        onChange={(id) => useDoorForm.setState({ personId: id, faults: { ...faults, person: undefined } })}
        placeholder={people.isPending ? 'Cargando…' : 'Seleccione una persona'}
        error={faults.person}
        isRequired
      />
      {people.data?.length === 0 && (
        <p>
          Ningún propietario de esta copropiedad tiene usuario. Cree el usuario antes de registrarlo desde
          casa.
        </p>
      )}
      {person && others.length > 0 && (
        <p role="status">
          {person.name} responde por poder, en su misma sesión, por: {others.join(', ')}.
        </p>
      )}
    </>
  );
}

const labelOf = ({ name, apartments }: Person): string =>
  apartments.length === 0 ? name : `${name} - ${apartments.join(', ')}`;

import type { AssemblyApartment } from '../../../../../shared/accounts/users.api.ts';
import { assemblyTexts } from '../../common/texts.ts';
import { clearDoorForm, useDoorForm } from './door-form.store.ts';
import { enqueue } from './queue.ts';
import { signal } from './signal.ts';

/**
 * Owner attending from home, with the own units. The operator may register the owner at the desk without a card or
 * badge.
 */
export interface HomeOwner {
  userId: string;
  name: string;
  /** Ids of the owner's units. */
  apartments: readonly string[];
}

/**
 * Registers the units selected in the desk's form for an owner attending from home, without a card or badge. Counts
 * as by proxy if a unit belongs to another owner. Shows an error if person or units are missing.
 * @param units units of the joint
 * @param people owners open to registration from home
 */
export function takeHome(
  jointId: number,
  units: readonly AssemblyApartment[],
  people: readonly HomeOwner[],
): void {
  const { chosen, personId, isReturn } = useDoorForm.getState();
  const person = people.find((one) => one.userId === personId);
  const picked = units.filter(
    (unit) => chosen.includes(unit.apartmentId) && (unit.userId === null || isReturn),
  );
  if (!person || picked.length === 0) {
    useDoorForm.setState({
      faults: {
        units: picked.length === 0 ? assemblyTexts.unitsMissing : undefined,
        person: person ? undefined : assemblyTexts.personMissing,
      },
    });
    signal('blocked', person ? assemblyTexts.unitsMissing : assemblyTexts.personMissing);
    return;
  }
  const byProxy = picked.some((unit) => !person.apartments.includes(unit.apartmentId));
  enqueue(
    jointId,
    {
      code: person.userId,
      apartmentIds: picked.map((unit) => unit.apartmentId).sort(),
      ...(byProxy && { byProxy, attendee: { name: person.name } }),
    },
    picked.map(({ apartmentId, owner }) => ({ apartmentId, owner })),
  );
  clearDoorForm();
}

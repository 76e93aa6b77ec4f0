import { personOnPower } from '../../../../../shared/assemblies/powers/persons.ts';
import type { Power } from '../../../../../shared/assemblies/powers/powers.api.ts';
import type { UnitName } from '../kept/scan.ts';
import type { DoorForm } from './door-form.store.ts';

/** Units of a power that still counts for them and that are not registered yet. */
const freeOf = ({ units }: Power): UnitName[] =>
  units.flatMap(({ apartmentId, owner, end, isRegistered }) =>
    end === null && !isRegistered ? [{ apartmentId, owner }] : [],
  );

/** Accepted powers of attorney of the person now at the desk: the units of other owners represented by the person. */
export interface HeldPowers {
  /** Numbers of the accepted powers, as in the list of powers. */
  powerIds: number[];
  /** Units of all the powers. */
  units: UnitName[];
  /** Name of the person as written on the power. Null without powers. */
  holder: string | null;
}

/**
 * Returns the accepted powers of attorney of the person to register. The person is found (1) by typed name or
 * identity document, else (2) as the owner of a selected unit.
 * @param powers all powers of the joint
 * @param ownUnits ids of the selected units, or of the badge's unit
 * @param form typed name and document of the attendee
 */
export function heldPowers(
  powers: readonly Power[],
  { attendee }: Pick<DoorForm, 'attendee'>,
  ownUnits: readonly string[],
): HeldPowers {
  const typed = { name: attendee.name.trim(), document: attendee.document.trim() || null };
  const isTyped = typed.name !== '' || typed.document !== null;
  const theirs = powers.filter((power) => {
    if ((power.state !== 'accepted' && power.state !== 'used') || freeOf(power).length === 0) return false;
    if (isTyped) return personOnPower(power, typed) !== undefined;
    return power.holderUnits.some((unit) => ownUnits.includes(unit));
  });
  return {
    powerIds: theirs.map(({ powerId }) => powerId),
    units: theirs.flatMap(freeOf),
    holder: (theirs[0] && (personOnPower(theirs[0], typed) ?? theirs[0].holder).name) ?? null,
  };
}

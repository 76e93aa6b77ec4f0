import type { Power } from '../../../../../shared/assemblies/powers/powers.api.ts';
import { mayBeSame } from '../../../../../shared/properties/person.ts';
import type { UnitName } from '../kept/scan.ts';
import type { DoorForm } from './door-form.store.ts';

/** Units of a power that stands and that nobody has registered with it yet. */
const freeOf = ({ units }: Power): UnitName[] =>
  units.flatMap(({ apartmentId, owner, end, isRegistered }) =>
    end === null && !isRegistered ? [{ apartmentId, owner }] : [],
  );

/** Powers that come along with somebody, and the units that they bring. */
export interface HeldPowers {
  powerIds: number[];
  units: UnitName[];
  /** Who holds them, as on the paper; null where there are none. */
  holder: string | null;
}

/**
 * The accepted powers of whoever is being registered: known by the name or document that was typed, or as the owner of a
 * unit that is chosen, or of a badge's.
 * @param ownUnits chosen, or the badge's
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
    if (isTyped) return mayBeSame(power.holder, typed);
    return power.holderUnits.some((unit) => ownUnits.includes(unit));
  });
  return {
    powerIds: theirs.map(({ powerId }) => powerId),
    units: theirs.flatMap(freeOf),
    holder: theirs[0]?.holder.name ?? null,
  };
}

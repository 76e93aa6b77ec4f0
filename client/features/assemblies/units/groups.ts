import type { AssemblyJointItem, OwnApartment } from '../../../../shared/accounts/users.api.ts';

/** Units of a person in a joint, and separately in each sector of the joint, for the person's pages. */
export interface UnitGroup {
  jointId: number;
  jointName: string;
  /** Units of the person in the joint, without the sectors. */
  units: OwnApartment[];
  sectors: { jointId: number; jointName: string; units: OwnApartment[] }[];
}

/**
 * Groups the person's units by joint, for the person's pages. Units of a sector go below the joint of the sector.
 * Joints missing in the person's list of joints come last.
 */
export function groupUnits(
  units: readonly OwnApartment[],
  joints: readonly AssemblyJointItem[],
): UnitGroup[] {
  const of = (jointId: number) => units.filter((unit) => unit.jointId === jointId);
  const groups = joints.map(({ joint }) => ({
    jointId: joint.jointId,
    jointName: joint.jointName,
    units: of(joint.jointId),
    sectors: joint.sectors
      .map(({ sectorId, sectorName }) => ({
        jointId: sectorId,
        jointName: sectorName,
        units: of(sectorId),
      }))
      .filter((sector) => sector.units.length > 0),
  }));
  const isListed = (jointId: number) =>
    groups.some((group) => group.jointId === jointId || group.sectors.some((one) => one.jointId === jointId));
  // Units held for another owner, in a joint without a link to the person.
  const others = [...new Set(units.map((unit) => unit.jointId))].filter((jointId) => !isListed(jointId));
  return [
    ...groups.filter((group) => group.units.length > 0 || group.sectors.length > 0),
    ...others.map((jointId) => ({ jointId, jointName: '', units: of(jointId), sectors: [] })),
  ];
}

/** Returns all units of a person in a joint and the sectors, each id once, for the person's pages. */
export function unitsOfGroup(group: UnitGroup): OwnApartment[] {
  const units = new Map(
    group.sectors.flatMap((sector) => sector.units).map((unit) => [unit.apartmentId, unit]),
  );
  for (const unit of group.units) units.set(unit.apartmentId, unit);
  return [...units.values()];
}

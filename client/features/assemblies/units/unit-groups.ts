import type { AssemblyJointItem, OwnApartment } from '../../../../shared/accounts/users.api.ts';

/** A person's units in one joint, and what they count for in its sectors. */
export interface UnitGroup {
  jointId: number;
  jointName: string;
  units: OwnApartment[];
  sectors: { jointId: number; jointName: string; units: OwnApartment[] }[];
}

/** Own units by joint. A sector's stand under its joint, unless the joint itself is not the person's. */
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
  // A unit that one holds for another, in a joint one is not linked to.
  const others = [...new Set(units.map((unit) => unit.jointId))].filter((jointId) => !isListed(jointId));
  return [
    ...groups.filter((group) => group.units.length > 0 || group.sectors.length > 0),
    ...others.map((jointId) => ({ jointId, jointName: '', units: of(jointId), sectors: [] })),
  ];
}

/** Every unit of a group once: those that only a sector has too. */
export function unitsOfGroup(group: UnitGroup): OwnApartment[] {
  const units = new Map(
    group.sectors.flatMap((sector) => sector.units).map((unit) => [unit.apartmentId, unit]),
  );
  for (const unit of group.units) units.set(unit.apartmentId, unit);
  return [...units.values()];
}

/** Persons and bodies that may convene an assembly (Ley 675, art. 39). */
export const conveners = ['administrator', 'council', 'fiscalAuditor', 'owners'] as const;
export type Convener = (typeof conveners)[number];

/** Spanish names of the persons and bodies with the right to convene an assembly, for forms and the acta. */
export const convenerNames: Record<Convener, string> = {
  administrator: 'El administrador',
  council: 'El consejo de administración',
  fiscalAuditor: 'El revisor fiscal',
  owners: 'Los propietarios',
};

/** Returns the line of the notice with the convener: 'Convoca: El administrador'. Empty if unknown. */
export const convenerLines = (convener: Convener | null): string[] =>
  convener === null ? [] : [`Convoca: ${convenerNames[convener]}`];

/** Unit of an owner convening an extraordinary assembly together with other owners, as on the roll at the time. */
export interface ConveningUnit {
  apartmentId: string;
  /** Name of the owner. */
  owner: string;
  /** Number of the person among the conveners, from 1. Absent in older assemblies. */
  person?: number;
  /** Coefficient of the unit in 10⁻⁹ of the table's unit: 2,5 % is 2500000000. */
  coefficient: number;
}

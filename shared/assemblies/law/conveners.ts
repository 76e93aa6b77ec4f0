/** Persons and bodies that may convene an assembly (Ley 675, art. 39). */
export const conveners = ['administrator', 'council', 'fiscalAuditor', 'owners'] as const;
export type Convener = (typeof conveners)[number];

/** Spanish names of the possible conveners of an assembly. */
export const convenerNames: Record<Convener, string> = {
  administrator: 'El administrador',
  council: 'El consejo de administración',
  fiscalAuditor: 'El revisor fiscal',
  owners: 'Los propietarios',
};

/**
 * Unit of an owner who convened the assembly, as on the assembly's roll (list of units) at that time. `coefficient`
 * is in 10⁻⁹.
 */
export interface ConveningUnit {
  apartmentId: string;
  /** Name of the owner. */
  owner: string;
  /** Number of the person among the conveners, from 1. Absent in older assemblies. */
  person?: number;
  coefficient: number;
}

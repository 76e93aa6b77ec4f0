/** Conveners of an assembly (Ley 675 de 2001, art. 39). */
export const conveners = ['administrator', 'council', 'fiscalAuditor', 'owners'] as const;
export type Convener = (typeof conveners)[number];

export const convenerNames: Record<Convener, string> = {
  administrator: 'El administrador',
  council: 'El consejo de administración',
  fiscalAuditor: 'El revisor fiscal',
  owners: 'Los propietarios',
};

/** Unit of an owner who convened, as on the roll of that moment; coefficient in 10⁻⁹. */
export interface ConveningUnit {
  apartmentId: string;
  owner: string;
  /** Number of the person among the conveners, from 1. Absent in older assemblies. */
  person?: number;
  coefficient: number;
}

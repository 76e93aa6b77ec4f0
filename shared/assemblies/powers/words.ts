import type { PowerEnd, PowerOrigin, PowerState } from './powers.api.ts';

/** Spanish names of the states of a power of attorney. */
export const powerStateNames: Record<PowerState, string> = {
  pending: 'Pendiente',
  accepted: 'Aceptado',
  used: 'Usado',
  rejected: 'Rechazado',
  revoked: 'Terminado',
};

/** Spanish names of the origins of a power of attorney. */
export const powerOriginNames: Record<PowerOrigin, string> = {
  typed: 'Digitado',
  imported: 'Cargado de una hoja',
  door: 'En la puerta',
  phone: 'Firmado desde el celular',
};

/**
 * Spanish words for the reason of the end of a power of attorney for a unit, in lists and reports: 'llegó el
 * propietario'.
 */
export const powerEndNames: Record<PowerEnd, string> = {
  arrived: 'llegó el propietario',
  revoked: 'se revocó',
  replaced: 'se reemplazó por otro',
};

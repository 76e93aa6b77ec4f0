import type { PowerEnd, PowerOrigin, PowerState } from './powers.api.ts';

export const powerStateNames: Record<PowerState, string> = {
  pending: 'Pendiente',
  accepted: 'Aceptado',
  used: 'Usado',
  rejected: 'Rechazado',
  revoked: 'Terminado',
};

export const powerOriginNames: Record<PowerOrigin, string> = {
  typed: 'Digitado',
  imported: 'Cargado de una hoja',
  door: 'En la puerta',
};

export const powerEndNames: Record<PowerEnd, string> = {
  arrived: 'llegó el propietario',
  revoked: 'se revocó',
  replaced: 'se reemplazó por otro',
};

/**
 * Errors that screens also show without the server. Separate exports: a page loads only the imported sentences, not
 * the long list of `errors.ts`.
 */
export const invalidCredentials = [401, 'Usuario o Contraseña Inválido.'] as const;
export const codeNotEnabled = [
  401,
  'El código no está habilitado. Acérquese a la mesa de registro.',
] as const;
export const accessEnded = [
  401,
  'La asamblea terminó, y con ella el acceso de este código o enlace.',
] as const;
export const forbidden = [403, 'Su perfil no tiene permiso para esta operación.'] as const;
export const jointNotFound = [
  404,
  'No se encontró la copropiedad. Comunicarse con el administrador de la plataforma.',
] as const;
export const holderNotFound = [404, 'No se encontraron inmuebles asociados al código QR.'] as const;
export const eventNotFound = [
  404,
  'No se encontró el evento. Actualice la página e intente nuevamente.',
] as const;
export const thresholdOutOfRange = [
  422,
  'Indique el porcentaje que exige el reglamento: más de 50 y hasta 70, con cuatro decimales como máximo (Ley 675 de 2001, art. 45).',
] as const;
export const ruleNotOffered = [
  422,
  'La mayoría calificada y la unanimidad no se ofrecen en una asamblea virtual (Ley 675 de 2001, art. 46, parágrafo).',
] as const;
export const weakPassword = [422, 'La contraseña debe tener al menos 10 caracteres.'] as const;
export const internal = [500, 'Ocurrió un error inesperado. Intente nuevamente.'] as const;
export const overloaded = [503, 'El servicio está ocupado. Intente nuevamente en unos segundos.'] as const;

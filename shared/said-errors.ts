/**
 * Error for a wrong user name or password: HTTP status and Spanish sentence. Errors of the file are also
 * shown by screens without a call to the server, so a page loads only the imported sentences.
 */
export const invalidCredentials = [401, 'Usuario o Contraseña Inválido.'] as const;
/** Error for a voting code that is unknown or ended: HTTP status and Spanish sentence. */
export const codeNotEnabled = [
  401,
  'El código no está habilitado. Acérquese a la mesa de registro.',
] as const;
/** Error for a sign-in by code or link after the end of the assembly: HTTP status and Spanish sentence. */
export const accessEnded = [
  401,
  'La asamblea terminó, y con ella el acceso de este código o enlace.',
] as const;
/** Error for a call not allowed to the caller's profile: HTTP status and Spanish sentence. */
export const forbidden = [403, 'Su perfil no tiene permiso para esta operación.'] as const;
/**
 * Error for an unknown joint, or a joint without access for the caller: HTTP status and Spanish sentence.
 */
export const jointNotFound = [
  404,
  'No se encontró la copropiedad. Comunicarse con el administrador de la plataforma.',
] as const;
/** Error for a code without any registered unit: HTTP status and Spanish sentence. */
export const holderNotFound = [404, 'No se encontraron inmuebles asociados al código QR.'] as const;
/**
 * Error for an unknown event, or an event without access for the caller: HTTP status and Spanish sentence.
 */
export const eventNotFound = [
  404,
  'No se encontró el evento. Actualice la página e intente nuevamente.',
] as const;
/**
 * Error for a majority of the by-laws outside of the law (more than 50 % and up to 70 %): HTTP status and
 * Spanish sentence.
 */
export const thresholdOutOfRange = [
  422,
  'Indique el porcentaje que exige el reglamento: más de 50 y hasta 70, con cuatro decimales como máximo (Ley 675 de 2001, art. 45).',
] as const;
/**
 * Error for a question with a majority rule not possible in a virtual assembly: HTTP status and Spanish
 * sentence.
 */
export const ruleNotOffered = [
  422,
  'La mayoría calificada y la unanimidad no se ofrecen en una asamblea virtual (Ley 675 de 2001, art. 46, parágrafo).',
] as const;
/** Error for a password with too few characters: HTTP status and Spanish sentence. */
export const weakPassword = [422, 'La contraseña debe tener al menos 10 caracteres.'] as const;
/** Error for an unexpected fault of the server: HTTP status and Spanish sentence. */
export const internal = [500, 'Ocurrió un error inesperado. Intente nuevamente.'] as const;
/** Error for a server with too many requests at once: HTTP status and Spanish sentence. */
export const overloaded = [503, 'El servicio está ocupado. Intente nuevamente en unos segundos.'] as const;

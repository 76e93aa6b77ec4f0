/**
 * Spanish messages shown to users on the pages of assemblies: errors word for word from the specification (section
 * 8), and messages after a success.
 */
export const assemblyTexts = {
  noConcepts: 'El conjunto no tiene conceptos asociados.',
  noUnitsOfJoint:
    'No hay inmuebles asociados al conjunto residencial seleccionado. Comunicarse con el administrador de la plataforma.',
  noOwnUnits: 'No tiene inmuebles asignados. Comunicarse con el administrador de la plataforma.',
  noInformation: 'No se encuentra disponible la información. Intente nuevamente.',

  /** Title of the browser tab while a question waits for an answer. */
  callToVote: 'Vote ahora · SCAF',

  registered: 'El registro fue exitoso.',
  registerFailed: 'No se puede registrar el inmueble en este momento. Intente nuevamente.',
  alreadyRegistered: 'El inmueble ya se encuentra registrado.',
  registrationInactive: 'El registro no ha sido activado.',
  codeRequired: 'Por favor digite un código QR',
  codeUnreadable: 'No se pudo leer el código. Léalo nuevamente o digítelo completo.',
  codeIsBallot: 'Es una papeleta de votación: no sirve para registrar.',
  unitsMissing: 'Seleccione al menos un inmueble',
  attendeeMissing: 'Digite el nombre de quien asiste',
  personMissing: 'Seleccione la persona que responde desde casa',
  codeAtHome: 'Está registrando a alguien que responde desde casa. Desmarque «Desde casa» para leer códigos.',

  consultFailed: 'No se puede consultar el coeficiente en este momento. Intente nuevamente.',
  withdrawn: 'Retiro exitoso.',
  withdrawFailed: 'No se puede retirar el QR en este momento. Intente nuevamente.',
  exchanged: 'Cambio exitoso.',
  exchangeFailed: 'No se puede cambiar el QR en este momento. Intente nuevamente.',

  undoDepartureFailed: 'No se puede deshacer la salida en este momento. Intente nuevamente.',
  undoFailed: 'No se puede deshacer la lectura en este momento. Intente nuevamente.',
  reversed: 'El reverso fue exitoso.',
  reverseFailed: 'No se puede realizar el reverso en este momento. Intente nuevamente.',

  created: 'La pregunta ha sido creada con éxito y se encuentra activa.',
  prepared: 'La pregunta ha sido guardada como preparada.',
  createFailed: 'No se puede crear la pregunta en este momento. Intente nuevamente.',
  activated: 'El concepto ha sido activado.',
  deactivated: 'El concepto ha sido desactivado.',
  countdownFailed: 'No se pudo cambiar la cuenta regresiva. Intente nuevamente.',
  toggleFailed: 'No se puede actualizar el estado del concepto en este momento. Intente nuevamente.',
  reset: 'El conteo ha sido reiniciado.',
  resetFailed: 'No se puede reiniciar el conteo en este momento. Intente nuevamente.',
  deleted: 'El concepto ha sido eliminado.',
  deleteFailed: 'No se puede eliminar el concepto en este momento. Intente nuevamente.',

  voteInactive: 'La votación no se encuentra activa. Intente nuevamente.',
  voteCameLate: 'La votación se cerró antes de que llegara su voto.',
  voted: 'Votación exitosa.',
  thanks: 'Gracias por su votación.',
  answerMissing: 'Seleccione una respuesta',
  namesMissing: 'Escoja al menos un nombre, o el voto en blanco.',
  voteOnce: 'Solo se puede votar una vez.',
  confirmPresence: 'Confirme su presencia',
  presenceConfirmed: 'Presencia confirmada.',
  presenceFailed: 'No se puede confirmar su presencia en este momento. Intente nuevamente.',

  voteFailed: 'No se puede votar en este momento. Intente nuevamente.',

  checkFailed: 'No se puede verificar el quórum en este momento. Intente nuevamente.',
  releaseFailed: 'No se pueden liberar los inmuebles en este momento. Intente nuevamente.',

  reportFailed: 'No se puede generar el informe en estos momentos. Intente nuevamente.',
  codeFailed: 'No se puede cambiar el código en este momento. Intente nuevamente.',
  codesFailed: 'No se pueden emitir los códigos en este momento. Intente nuevamente.',
  assemblyFailed: 'No se puede actualizar la asamblea en este momento. Intente nuevamente.',
} as const;

/**
 * Writes the number of phones waiting for the desk's decision, for links and notices: 'Un teléfono espera', '3
 * teléfonos esperan'.
 */
export const phonesWait = (waiting: number): string =>
  waiting === 1 ? 'Un teléfono espera' : `${waiting} teléfonos esperan`;

import { limitErrors } from './limits.ts';
import {
  accessEnded,
  codeNotEnabled,
  eventNotFound,
  forbidden,
  holderNotFound,
  internal,
  invalidCredentials,
  jointNotFound,
  overloaded,
  ruleNotOffered,
  thresholdOutOfRange,
  weakPassword,
} from './said-errors.ts';
import { withDots } from './with-dots.ts';

/**
 * Every error of the API: a stable code, its HTTP status, and the Spanish sentence for people. Sentences of the
 * specification's error catalogue (section 8) are verbatim.
 */
export const errors = {
  // 400: malformed request.
  badRequest: [400, 'Los datos enviados no son válidos. Revíselos e intente nuevamente.'],
  notJson: [400, 'La solicitud no contiene un JSON válido. Revise los datos enviados.'],
  idempotencyKeyInvalid: [400, 'El encabezado Idempotency-Key debe tener entre 8 y 128 caracteres.'],
  fileMissing: [400, 'No se recibió ningún archivo. Seleccione un archivo e intente nuevamente.'],

  // 401: no valid session.
  invalidCredentials,
  unauthenticated: [401, 'Su sesión no es válida o terminó. Inicie sesión nuevamente.'],
  accessEnded,
  codeNotEnabled,
  displayCodeInvalid: [
    401,
    'El código de la pantalla no es válido o ya venció. Pida uno nuevo a quien opera la asamblea.',
  ],
  firstUserLinkInvalid: [
    401,
    'El enlace ya se usó o no es válido. Reinicie el servidor para obtener uno nuevo.',
  ],

  resetLinkInvalid: [
    401,
    'El enlace ya se usó, venció o no es válido. Solicite otro con la opción Olvidé mi contraseña.',
  ],

  // 403: signed in without permission.
  forbidden,

  // 404: missing, or not the caller's.
  notFound: [404, 'No se encontró lo que busca.'],
  jointNotFound,
  ownerLinkNotFound: [
    404,
    'Ese enlace no existe. Ábralo desde el correo que recibió, o pídalo a la administración.',
  ],
  apartmentNotFound: [404, 'No se encontró el inmueble en la copropiedad seleccionada.'],
  rehearsalNotFound: [404, 'No se encontró el ensayo. Empiece uno desde el inicio.'],
  conceptNotFound: [404, 'No se encontró la pregunta. Actualice la página e intente nuevamente.'],
  assemblyNotFound: [404, 'No se encontró la asamblea.'],
  sessionNotFound: [404, 'La sesión ya terminó.'],
  displayNotFound: [404, 'La pantalla ya no está abierta.'],
  personNotFound: [404, 'No se encontró la persona en la copropiedad. Búsquela de nuevo.'],
  policyNotFound: [404, 'La copropiedad no ha publicado su política de tratamiento de datos.'],
  claimNotFound: [404, 'No se encontró la consulta o el reclamo. Actualice la lista.'],
  authorisationNotFound: [404, 'No se encontró la autorización. Actualice la lista.'],
  userNotFound: [404, 'No se encontró el usuario.'],
  holderNotFound,
  headNotFound: [404, 'No se ha firmado una cabeza de ese tamaño.'],
  voteNotFound: [404, 'No se encontró un voto con ese comprobante.'],
  noPapers: [404, 'No hay nada para imprimir con esa selección.'],
  ownerNotInvited: [404, 'Esa persona no está entre los propietarios por invitar. Actualice la lista.'],
  letterNotFound: [404, 'No se ha impreso una carta para esa persona. Imprímala primero.'],
  invitationNotFound: [404, 'No hay enlaces de acceso vigentes para esa persona.'],
  messageNotFound: [404, 'El mensaje no existe o ya fue enviado.'],
  jobNotFound: [404, 'El informe no existe o ya no se conserva. Genérelo nuevamente.'],
  eventNotFound,
  participantNotFound: [404, 'No se encontró el participante en el evento seleccionado.'],
  draftNotFound: [404, 'No se encontró la planilla. Actualice la página e intente nuevamente.'],
  debtorsNotTaken: [
    404,
    'La lista de propietarios en mora no se ha tomado. Tómela en «Asambleas» e intente nuevamente.',
  ],
  monthNotFound: [404, 'No hay información para el conjunto residencial seleccionado.'],
  billNotFound: [404, 'No se encontró la cuenta de cobro.'],
  receiptNotFound: [404, 'No se encontró el recibo de caja.'],
  exitNotFound: [404, 'No se encontró el otro ingreso o la devolución. Actualice la página.'],
  paymentNotFound: [404, 'No se encontró el pago. Actualice la página e intente nuevamente.'],
  agreementNotFound: [404, 'No se encontró el acuerdo de pago. Actualice la página.'],
  channelNotFound: [404, 'No se encontró el canal autorizado. Actualice la página.'],
  feeNotFound: [404, 'No se encontró la cuota. Actualice la página e intente nuevamente.'],
  chargeConceptNotFound: [404, 'No se encontró el concepto de cobro.'],
  intentNotFound: [404, 'No se encontró el pago en línea. Revíselo en sus recibos de caja.'],
  noticeFileNotFound: [404, 'El documento ya no está en la convocatoria.'],
  actaFileNotFound: [404, 'El archivo no es del acta firmada de esta asamblea.'],
  powerNotFound: [404, 'No se encontró el poder. Actualice la página e intente nuevamente.'],
  noQuorumCheck: [404, 'No hay una verificación de quórum en curso.'],
  arrivalNotFound: [404, 'El aviso ya no está. La persona puede enviarlo de nuevo.'],
  turnNotFound: [404, 'Esa solicitud de la palabra ya no está en la lista.'],
  proposalNotFound: [404, 'Esa proposición no existe o ya no está.'],
  joiningClosed: [404, 'El código QR de ingreso no se está mostrando.'],
  noActiveConcept: [404, 'La votación no se encuentra activa. Intente nuevamente.'],

  // 408: request too slow.
  requestTimedOut: [408, 'La solicitud tardó demasiado en llegar. Revise su conexión e intente nuevamente.'],

  // 409: already done.
  alreadyRegistered: [409, 'El inmueble ya se encuentra registrado.'],
  scanOutdated: [
    409,
    'Después de este escaneo el inmueble salió de la asamblea o el registro comenzó de nuevo. Si la persona está presente, escanéelo otra vez.',
  ],
  departureOutdated: [
    409,
    'Después de esta salida cambió el registro, el código o los inmuebles, y ya no se puede deshacer. Si la persona está presente, regístrela otra vez.',
  ],
  assemblyReplaced: [409, 'Esta asamblea ya fue abierta o archivada. Revise la que está en curso.'],
  noticeMoved: [409, 'La convocatoria cambió mientras se hacían las cartas. Imprímalas de nuevo.'],
  factsMoved: [
    409,
    'Otra persona cambió los mismos datos mientras usted los editaba. Nada se guardó. Revise lo que quedó y guarde de nuevo.',
  ],
  alreadyVoted: [409, 'Solo se puede votar una vez.'],
  ballotFixed: [409, 'La elección ya se abrió: sus candidatos no cambian. Elimínela y prepare otra.'],
  ownAnswerFixed: [
    409,
    'Su respuesta ya no cambia desde su sesión, porque un suplente tiene el puesto o el acta firmada se publicó. Avise a la mesa para que anote el cambio.',
  ],
  lotNoted: [409, 'El sorteo ya está anotado con otro orden. Para corregirlo reabra la votación.'],
  usernameTaken: [409, 'El nombre de usuario ya existe. Elija otro.'],
  participantKnown: [409, 'Ya hay un participante con esa identificación en el evento.'],
  chargeConceptTaken: [409, 'Otro concepto de cobro tiene o tuvo ese nombre. Escriba un nombre distinto.'],
  codeInUse: [409, 'El código QR ya tiene inmuebles asociados. Use otro código.'],

  jobUnfinished: [409, 'El informe todavía se está generando. Espere a que termine.'],
  monthExists: [
    409,
    'El mes ya fue cargado. Descarte la planilla anterior antes de cargar otra; un mes emitido no se reemplaza.',
  ],
  monthIssued: [409, 'El mes ya fue emitido y no se puede cambiar. Corrija con una nota o anule la cuenta.'],
  booksMoved: [409, 'Entraron movimientos mientras se emitía el mes. Intente nuevamente.'],
  figuresMissing: [
    422,
    'Las cuentas de este mes no se han mostrado. Abra primero la vista previa del mes, revise las cifras y emita desde ella.',
  ],
  figuresMoved: [
    409,
    'Las cuentas cambiaron desde que se mostraron: entró un movimiento, o cambió una tasa o un ajuste. Nada se emitió. Revise las nuevas cifras y emita de nuevo.',
  ],
  alreadyAnnulled: [409, 'El documento ya fue anulado.'],
  waitingMoved: [
    409,
    'El valor por identificar de la consignación cambió desde que se mostró. Nada se registró. Revise el nuevo valor e intente de nuevo.',
  ],
  alreadyIdentified: [409, 'El pago ya tiene recibo de caja.'],
  alreadyLeft: [
    409,
    'Esta consignación ya salió de la lista: quedó como otro ingreso o fue devuelta. Actualice la página.',
  ],
  serviceInUse: [
    409,
    'Ese servicio ya se usó en la copropiedad y no se puede retirar: sus asambleas, planillas o movimientos se conservan.',
  ],
  actaLettersMoved: [
    409,
    'El acta o sus entregas cambiaron mientras se hacían las cartas. Revise la lista e imprímalas de nuevo.',
  ],
  powerDecided: [409, 'Otra persona ya decidió sobre este poder. Actualice la página.'],
  documentNotSeen: [
    422,
    'El documento no coincide con el listado. Pida el documento y escriba el número que ve, o rechace el aviso.',
  ],
  arrivalDecided: [409, 'Otra mesa ya atendió este aviso.'],
  turnNotOpen: [409, 'La palabra se pide y se da con la asamblea abierta.'],
  turnNotPresent: [409, 'Para tener la palabra, la persona debe estar registrada en la asamblea.'],
  turnNotNext: [409, 'Otra persona pidió la palabra antes. Dé la palabra en orden, o quite esa solicitud.'],
  turnRunning: [409, 'Hay un turno en curso. Espere a que termine.'],
  turnNotRunning: [409, 'Esa persona no tiene la palabra en este momento.'],
  proposalsClosed: [
    409,
    'Las proposiciones se escriben antes de la asamblea o durante el punto de proposiciones y varios.',
  ],
  proposalOver: [409, 'La proposición ya fue retirada o ya es una pregunta.'],
  proposalWithoutUnit: [409, 'Para proponer, debe ser propietario o responder por un inmueble registrado.'],
  quorumCheckRunning: [409, 'Ya hay una verificación de quórum en curso.'],

  // 413 and 415: body too large or of another type.
  bodyTooLarge: [413, 'Los datos enviados son demasiado grandes.'],
  unsupportedMedia: [415, 'El tipo de contenido no es válido. Envíe los datos como JSON.'],

  // 422: rule violated.
  rehearsalWithoutRoll: [
    422,
    'La copropiedad no tiene inmuebles. Cargue su tabla de coeficientes y empiece el ensayo después.',
  ],
  paymentDayUnusual: [
    422,
    'La fecha del pago es muy anterior a lo que se debe. Corríjala, o confírmela: perdona los intereses que se indican.',
  ],
  rateSwapped: [
    422,
    'La tasa es cerca de una vez y media la de un mes vecino, o de sus dos tercios. ¿Es la tasa de usura o el interés bancario corriente? Corríjala, o confírmela.',
  ],
  nothingToRepeat: [422, 'Todavía no hay un mes emitido que repetir. Cargue la planilla del primero.'],
  contactRefused: [
    422,
    'La Ley 2300 de 2023 no permite este contacto ahora. Revise el canal, el horario y el último contacto.',
  ],
  contactNotOwner: [422, 'El inmueble no tiene propietario registrado. Complete la tabla de coeficientes.'],
  nothingOverdue: [422, 'La persona no tiene deudas vencidas: no hay qué recordar.'],
  debtNotOpen: [
    422,
    'Una de las deudas ya se pagó o está en otro acuerdo vigente. Actualice la página y elija de nuevo.',
  ],
  agreementSumDiffers: [422, 'Las cuotas no suman lo mismo que las deudas elegidas. Deben ser iguales.'],
  agreementDaysInvalid: [422, 'Las fechas de las cuotas van en orden y desde hoy. Corríjalas.'],
  agreementNotBroken: [422, 'El acuerdo de pago no está incumplido. Actualice la página.'],
  agreementReplaced: [422, 'Otro acuerdo de pago vigente cubre las mismas deudas.'],
  noFees: [422, 'Ninguna cuota fijada se cobra en ese mes. Agregue las cuotas, o cargue la planilla.'],
  conceptNatureDiffers: [
    422,
    'Ya existe un concepto con ese nombre y otra clase. Escriba otro nombre, o cambie la clase del concepto en la configuración.',
  ],
  readingsInvalid: [422, 'La hoja de lecturas tiene un error. Corríjala y súbala de nuevo.'],
  feeMonthBilled: [422, 'Ese mes ya fue emitido. Elija un mes posterior al último emitido.'],
  feeWithoutUnits: [
    422,
    'Ningún inmueble con coeficiente cumple lo elegido. Revise las clases y los inmuebles.',
  ],
  fundTooSmall: [
    422,
    'El aporte al fondo de imprevistos debe ser al menos el 1 % del presupuesto, salvo que el fondo ya llegue al 50 % (Ley 675 de 2001, art. 35).',
  ],
  fundSuffices: [
    422,
    'El fondo de imprevistos alcanza para esta cuota: la extraordinaria procede solo si no alcanza (Ley 675 de 2001, art. 35, parágrafo).',
  ],
  seventyNeeded: [
    422,
    'Las extraordinarias del período superan cuatro veces las expensas mensuales: se necesita el 70 % de los coeficientes (Ley 675 de 2001, art. 46, numeral 2).',
  ],
  fineTooLarge: [
    422,
    'La multa supera el tope: dos veces la cuota mensual del inmueble cada una, y diez veces todas juntas (Ley 675 de 2001, art. 59).',
  ],
  fineUndemanded: [
    422,
    'Antes de la multa hay un requerimiento escrito con un plazo. La multa se impone después de vencido (Ley 675 de 2001, art. 59).',
  ],
  registrationInactive: [422, 'El registro no ha sido activado.'],
  voteNotActive: [422, 'La votación no se encuentra activa. Intente nuevamente.'],
  assemblyClosed: [422, 'La asamblea ya fue cerrada.'],
  assemblyEnded: [422, 'La asamblea terminó. Escriba una aclaración.'],
  openingEarly: [
    422,
    'La asamblea está citada para {day}. Si la abre hoy, el listado queda fijo y el acta lo dirá.',
  ],
  beginningEarly: [422, 'La asamblea se citó para {called}; antes de esa hora no debe empezar.'],
  outsideAgenda: [
    422,
    'El punto de la pregunta no está en la convocatoria enviada: no se debe decidir sobre él (Ley 675 de 2001, art. 39, par. 1).',
  ],
  kindAfterVote: [422, 'Ya se votó. El cambio quedará en el acta con su hora.'],
  agendaAfterVote: [422, 'Ya se votó. El cambio quedará en el acta con su hora.'],
  nothingToClarify: [422, 'La aclaración dice lo mismo que el acta. Escriba el texto corregido.'],
  apartmentNotRegistered: [422, 'El inmueble no está registrado en la asamblea. Regístrelo antes de votar.'],
  zeroCoefficient: [422, 'El inmueble tiene coeficiente 0 y no vota.'],
  answerUnknown: [422, 'La respuesta no pertenece a la pregunta. Actualice la página e intente nuevamente.'],
  oneAnswerOnly: [422, 'Esta pregunta se responde con una sola respuesta.'],
  tooManyNames: [422, 'La papeleta tiene más nombres que puestos por elegir. Quite los que sobran.'],
  blankWithNames: [422, 'El voto en blanco no se combina con nombres. Escoja uno de los dos.'],
  heldByAnother: [422, 'Otra persona responde por este inmueble. Acérquese a la mesa de registro.'],
  powerStands: [422, 'Otra persona responde por este inmueble con un poder. Revoque primero el poder.'],
  powerBlocked: [
    422,
    'Los límites de poderes de la copropiedad lo impiden. Revise quién recibe el poder, o cambie los límites.',
  ],
  powerNotChecker: [
    403,
    'La copropiedad nombró quiénes revisan los poderes: solo ellos los aceptan o rechazan.',
  ],
  powerCheckerUnknown: [422, 'Solo revisa poderes un usuario que pueda decidirlos en esta copropiedad.'],
  powerToOwner: [422, 'Quien recibe el poder es el mismo propietario: no necesita poder para lo suyo.'],
  powerOneOwner: [422, 'Esos inmuebles son de propietarios diferentes. Firme un poder por cada propietario.'],
  powerOnPaper: [409, 'Dé el poder en la mesa o por papel.'],
  powerTooLate: [
    409,
    'Ya pasó la hora para dar poderes desde el celular. Dé el poder en la mesa o por papel.',
  ],
  powerHolderMissing: [
    422,
    'Escriba quién recibe el poder: el inmueble de otro propietario, o nombre y documento.',
  ],
  instructionTwice: [422, 'Hay dos instrucciones para el mismo punto. Deje una sola.'],
  powerCodeWrong: [422, 'El código no es correcto. Revise el último correo e intente de nuevo.'],
  powerCodeOver: [409, 'El código ya no sirve. Pida otro.'],
  powerNeedsReason: [422, 'Escriba el motivo: queda en la lista de poderes.'],
  powerOfAnother: [422, 'Los poderes indicados no son de esa persona, o ya no están vigentes.'],
  powerPageInvalid: [
    422,
    'La hoja debe ser un PDF, o una imagen JPEG o PNG. Guárdela de nuevo e intente otra vez.',
  ],
  votesRefused: [
    422,
    'No se contó ningún voto: hay inmuebles que no pueden votar. Revise cuáles son y vote de nuevo.',
  ],
  paperRefused: [
    422,
    'No se guardó nada: hay líneas del papel que la asamblea no acepta. Revise cuáles son y confirme de nuevo.',
  ],
  paperDiffers: [
    422,
    'Las sumas del papel y las digitadas no coinciden. Revise las diferencias, o escriba a qué se deben.',
  ],
  paperHoursCrossed: [422, 'La hora de salida es anterior a la de entrada.'],
  paperHourAhead: [422, 'Hay horas del papel que todavía no llegan. Revise el día y las horas.'],
  paperQuestionClosed: [
    422,
    'Esta votación ya se cerró. Si el papel la cambia, ábrala de nuevo desde el panel, con el motivo.',
  ],
  paperWhileOpen: [409, 'Hay otra votación abierta. Ciérrela antes de digitar la asamblea en papel.'],
  unitTwice: [422, 'Un inmueble aparece más de una vez. Envíe cada uno una sola vez.'],
  feeFactMissing: [422, 'Faltan datos de este tipo de cobro. Complete los campos y guarde de nuevo.'],
  noticeFileInvalid: [
    422,
    'El documento debe ser un PDF, o una imagen JPEG o PNG, de 10 MB como máximo. Guárdelo de nuevo e intente otra vez.',
  ],
  actaFileInvalid: [
    422,
    'El acta firmada debe ser un PDF, o una imagen JPEG o PNG de cada hoja. Guárdela de nuevo e intente otra vez.',
  ],
  actaNeedsReason: [
    422,
    'Ya se publicó un acta firmada de esta asamblea. Escriba por qué otra la reemplaza.',
  ],
  unitVoted: [
    422,
    'El inmueble ya votó la pregunta que está abierta. Podrá responder por él cuando termine esa votación.',
  ],
  readingVoted: [
    422,
    'Con esta lectura ya se votó, y por eso no se deshace. Si la persona se va, use «Retirar QR» o «Reversar».',
  ],
  codeUnknown: [422, 'El código no está habilitado. Acérquese a la mesa de registro.'],
  codeNotBadge: [422, 'El código no es de una escarapela. Seleccione los inmuebles.'],
  ballotUnreadable: [422, 'El código no es de una papeleta de votación.'],
  badgeNotForQuestion: [422, 'La pregunta activa no se responde con papeletas de votación.'],
  codeRequired: [422, 'Por favor digite un código QR'],
  holderInvalid: [422, 'El usuario indicado no está asociado al inmueble.'],
  nobodyRemote: [422, 'No hay inmuebles registrados desde casa para verificar.'],
  identityUnknown: [404, 'El censo ya no hace esa pregunta. Actualice la página.'],
  identitiesUnsure: [
    422,
    'Hay propietarios que quizá son la misma persona, y la pregunta da un voto a cada propietario. Respóndalo en «Identidades» o corrija el censo, o siga y quedará en el acta.',
  ],
  identitiesSettled: [
    422,
    'La asamblea ya está abierta: quién es quién quedó fijo con el censo. Corrija el propietario en el censo.',
  ],
  rollInPreparation: [
    422,
    'La asamblea no ha sido abierta: su censo sigue la tabla de inmuebles. Corrija la tabla.',
  ],
  notAReport: [422, 'La dirección indicada no es la de un informe.'],
  assemblyNotClosed: [422, 'La asamblea no ha sido cerrada.'],
  nobodyToMail: [422, 'La copropiedad no tiene administradores con correo. Agréguelos en Usuarios.'],
  nothingToCorrect: [422, 'Indique al menos un dato por corregir.'],
  coefficientInvalid: [422, 'El coeficiente debe ser un número de 0 en adelante, con máximo 9 decimales.'],
  votesStand: [422, 'No se puede reiniciar el registro: hay votos registrados en la asamblea.'],
  attendanceConcept: [422, 'El registro de asistencia no se puede eliminar.'],
  noWayBack: [422, 'La asamblea ya está en segunda convocatoria y no puede volver a la primera.'],
  questionOfFirstCall: [
    422,
    'Esta pregunta se abrió en la primera convocatoria. Créela de nuevo para la segunda.',
  ],
  questionOfVirtual: [
    422,
    'Esta pregunta se votó cuando la asamblea era no presencial, que no podía decidirla (art. 46). Créela de nuevo.',
  ],
  firstCallMissing: [422, 'Indique el día y la hora de la primera convocatoria que no tuvo quórum.'],
  ruleNotOffered,
  thresholdOutOfRange,
  modeVoted: [
    422,
    'La votación abierta ya tiene votos en la modalidad actual. Ciérrela antes de cambiar la modalidad.',
  ],
  answersMisnumbered: [
    422,
    'Los números de las respuestas deben ir de 1 en adelante, sin saltos ni repeticiones.',
  ],
  attendeeRequired: [422, 'Digite el nombre de quien asiste por poder.'],
  approvingAnswerUnknown: [422, 'La respuesta que aprueba no está entre las respuestas de la pregunta.'],
  resultsHidden: [422, 'Los resultados de esta pregunta se conocen al cerrar la votación.'],
  questionOpen: [
    422,
    'Hay una votación abierta, y el expediente tiene cada voto. Ciérrela y prepárelo entonces.',
  ],
  blankAnswerUnknown: [422, 'El voto en blanco no está entre las respuestas de la pregunta.'],
  seatsNeedElection: [422, 'Solo una elección tiene varios puestos. Escoja la regla «Elección».'],
  listWithoutNames: [422, 'Cada plancha necesita al menos un nombre. Escriba los nombres en orden.'],
  namesOnlyInLists: [422, 'Solo las planchas de una elección por cuociente llevan nombres en orden.'],
  nameTwice: [422, 'Un nombre aparece más de una vez en la elección. Déjelo en un solo lugar.'],
  notTied: [422, 'El sorteo debe nombrar exactamente a quienes empataron. Actualice la página.'],
  notTheElected: [
    403,
    'Desde una sesión responde solo la persona elegida. Avise a la mesa para que anote la respuesta.',
  ],
  notElected: [422, 'Esa persona no tiene un puesto en esta elección. Actualice la página.'],
  costNotOffered: [
    422,
    'Esa materia no lleva costo para los propietarios, o el valor tiene más de dos decimales.',
  ],
  agendaItemUnknown: [422, 'El orden del día de la asamblea no tiene ese punto. Actualice la página.'],
  draftPrepared: [
    422,
    'La planilla ya está en preparación. Comunicarse con el administrador de la plataforma.',
  ],
  monthBefore: [422, 'Ya se emitió un mes posterior. Corrija con notas en el mes abierto.'],
  monthTooLate: [
    422,
    'El mes comienza más de dos meses después de hoy y del último emitido. Revise el año y el mes.',
  ],
  issueDateTooEarly: [
    422,
    'La fecha de emisión es anterior a movimientos ya registrados. Elija una fecha posterior.',
  ],
  sharesDiffer: [422, 'Las partes no suman el valor que espera. Revíselas.'],
  refundBeforePayment: [422, 'La devolución no puede ser anterior al día en que llegó el dinero.'],
  dateInFuture: [422, 'La fecha no puede ser posterior a hoy.'],
  dueDatePassed: [
    422,
    'La fecha de vencimiento ya pasó: las cuentas nacerían vencidas. Elija otra, o confirme que las emite así.',
  ],
  differenceUnexplained: [422, 'Hay cuentas que no coinciden con la planilla. Revíselas antes de emitir.'],
  dueDateInvalid: [422, 'La fecha de vencimiento no puede ser anterior a la del mes que se cobra.'],
  legalRateMissing: [
    422,
    'Falta la tasa máxima legal de un mes con intereses por liquidar. Regístrela en la configuración de facturación, o marque el mes sin intereses, e intente nuevamente.',
  ],
  legalRateKnown: [
    422,
    'Ese mes ya tiene su tasa máxima legal. Para no cobrar intereses, registre en la configuración lo que decidió la asamblea.',
  ],
  actaRequired: [422, 'Indique el acta de la asamblea que lo decidió.'],
  rateMissing: [422, 'Indique la tasa: efectiva anual o mensual.'],
  rateTwice: [422, 'Indique una sola tasa: efectiva anual o mensual.'],
  resolutionMissing: [422, 'Indique el número y la fecha de la resolución que certifica la tasa.'],
  wayTooEarly: [
    422,
    'Ese mes ya se emitió y conserva su forma de liquidar los intereses. Elija un mes posterior al último emitido.',
  ],
  monthCharged: [422, 'Los intereses de ese mes ya se cobraron. Elija un mes posterior.'],
  logoInvalid: [
    422,
    'El archivo no es una imagen PNG o JPEG que se pueda leer. Guárdela de nuevo e intente otra vez.',
  ],
  logoTooLarge: [422, 'El logo es demasiado grande. Guárdelo de hasta 600 píxeles por lado y 300 KB.'],
  helpPhoneInvalid: [422, 'Escriba un solo teléfono, de 7 a 18 dígitos, o deje la casilla vacía.'],
  crestTooLarge: [422, 'El escudo es demasiado grande. Guárdelo de hasta 256 píxeles por lado y 40 KB.'],
  conceptNameEmpty: [422, 'Escriba el nombre del concepto con letras o números.'],
  glnInvalid: [422, 'El código GLN no es válido: revise sus 13 dígitos.'],
  bankAccountInvalid: [
    422,
    'Indique el banco y el número de la cuenta: de 4 a 25 dígitos, con guiones si los tiene.',
  ],
  brebKeyInvalid: [
    422,
    'La llave Bre-B no es válida: digite un celular, un documento, un correo, un código de comercio o una llave que empiece por @, con letras y números.',
  ],
  bankQrInvalid: [
    422,
    'El QR del banco no es válido: le falta una parte o no es de un banco. Escoja otra vez la imagen que dio el banco, o copie su texto completo.',
  ],
  bankQrOfOneCharge: [
    422,
    'El QR es de un solo cobro: trae un valor o se usa una vez. Pida al banco el QR de la copropiedad sin valor (estático).',
  ],
  bankQrOfAnother: [
    422,
    'El QR es de {name}, con NIT {nit}: no es el NIT de la copropiedad. Pida al banco el QR de la copropiedad, o corrija el NIT.',
  ],
  paymentPageInvalid: [
    422,
    'La página de pagos no es válida: copie su dirección completa, que empieza por https://, sin usuario ni contraseña, de 500 caracteres a lo más.',
  ],
  condonationTooLarge: [422, 'La condonación es mayor que lo que se debe de ese concepto.'],
  gatewayOff: [422, 'La copropiedad no recibe pagos en línea. Mire en la cuenta de cobro dónde pagar.'],
  gatewayKeysMissing: [422, 'Faltan llaves de la pasarela: escriba las cuatro antes de encenderla.'],
  gatewayKeysInvalid: [
    422,
    'Una llave no es de su casilla o de ese ambiente: cópielas de nuevo, con su comienzo (pub_, prv_, _events_, _integrity_).',
  ],
  gatewayKeysTaken: [
    422,
    'Otra copropiedad ya usa esa llave pública. Cada copropiedad necesita su propia cuenta en la pasarela: pídala y escriba sus llaves.',
  ],
  gatewayPaymentsUnderWay: [
    422,
    'Hay pagos en línea sin terminar con la llave pública de ahora: mírelos en «Pagos», pestaña «En línea». Apague los pagos en línea y cambie la llave cuando terminen, a más tardar en siete días.',
  ],
  gatewayTestFailed: [
    422,
    'La pasarela no aceptó la llave privada, o no contestó. Revísela, o encienda los pagos sin la prueba.',
  ],
  nothingToPay: [422, 'El inmueble no debe nada hoy. Si quiere pagar por adelantado, escriba el valor.'],
  amountTooSmall: [422, 'La pasarela recibe pagos desde $ 1.500. Escriba un valor mayor.'],
  ceilingMissing: [422, 'Falta la tasa de {month|un mes con mora}: no se puede calcular el pago de hoy.'],
  settlementTooFar: [422, 'Elija un día de los próximos dos meses.'],
  nothingOwed: [422, 'El inmueble no tiene deuda vencida y facturada: no hay qué certificar.'],
  debtStands: [422, 'El inmueble tiene deuda vencida: no se puede expedir el paz y salvo.'],
  balanceTooLarge: [
    422,
    'Con ese valor el saldo del inmueble pasaría del máximo de un billón de pesos ($ 1.000.000.000.000). Revise el valor.',
  ],
  amountInvalid: [422, 'El valor debe ser mayor que cero, con máximo dos decimales.'],
  roomCodeNeeded: [
    422,
    'Escriba el código que muestra la pantalla del salón, o acérquese a la mesa de registro.',
  ],
  roomCodeWrong: [422, 'El código del salón no coincide. Mire la pantalla e intente de nuevo.'],
  sectorsLate: [
    422,
    'La copropiedad ya abrió una asamblea, y sus sectores se crean antes de la primera. Cargue el archivo como una sola tabla, o cree la copropiedad de nuevo con sus sectores.',
  ],
  sectorServices: [422, 'Los servicios de un sector son los de su copropiedad. Cámbielos en ella.'],
  debtorsOfJoint: [
    422,
    'La lista de propietarios en mora es de toda la copropiedad. Tómela en ella, no en el sector.',
  ],
  noBooks: [
    422,
    'La facturación de la copropiedad aún no tiene movimientos. Cárguela, o escriba usted la lista de propietarios en mora.',
  ],
  billingOff: [422, 'La copropiedad no usa el servicio de facturación.'],
  idempotencyKeyReused: [422, 'La clave de la solicitud ya se usó con otros datos.'],
  importHasProblems: [
    422,
    'El archivo tiene errores. Corríjalos y vuelva a cargarlo; no se guardó ningún dato.',
  ],
  sheetUnreadable: [
    422,
    'No se pudo leer el archivo. Guárdelo como Excel (.xlsx) o CSV e intente nuevamente.',
  ],
  backupsNotConfigured: [
    422,
    'No se hacen copias de seguridad: defina BACKUP_DIR y BACKUP_KEY y reinicie el servidor.',
  ],
  personIsOwner: [
    409,
    'La persona es propietaria: la ley exige conservar su nombre, su documento y su dirección registrada mientras lo sea (Ley 675 de 2001, arts. 39 y 51). Haga la supresión cuando deje de serlo.',
  ],
  policyMoved: [409, 'La política cambió. Actualice la página y lea la versión vigente antes de autorizar.'],
  contractMoved: [
    409,
    'El contrato cambió. Actualice la página y lea la versión vigente antes de aceptarlo.',
  ],
  claimAnswered: [409, 'Ya se respondió. Una respuesta no se cambia.'],
  claimExtended: [409, 'El plazo ya se prorrogó una vez. Responda antes del último día.'],
  personHasDuty: [
    409,
    'La persona tiene un usuario de trabajo habilitado o un cargo vigente: inhabilite el usuario y retire el cargo antes de suprimir sus datos.',
  ],
  claimOverdue: [422, 'El plazo ya venció: una prórroga se anota antes del último día. Responda ahora.'],
  erasureWaits: [422, 'Hay una asamblea abierta: haga la supresión cuando termine.'],
  drillWaits: [422, 'Hay una asamblea abierta: haga el ensayo cuando termine.'],
  noBackups: [422, 'Todavía no hay ninguna copia de seguridad. Haga una primero.'],
  lastPlatformUser: [422, 'Debe quedar al menos un usuario de plataforma habilitado.'],
  weakPassword,

  // Limits of collections and documents.
  ...limitErrors,

  // 426: the feed accepts only WebSocket.
  upgradeRequired: [426, 'Esta dirección solo atiende conexiones WebSocket.'],

  // 429 and 5xx: the server's own limits and faults.
  tooManyAttempts: [429, 'Demasiados intentos. Espere unos minutos e intente nuevamente.'],
  tooManyRequests: [
    429,
    'Hay demasiadas solicitudes al mismo tiempo. Espere un momento e intente nuevamente.',
  ],
  internal,
  overloaded,
  backupFailed: [503, 'No se pudo hacer la copia de seguridad. Revise la carpeta de copias y su espacio.'],
  storeUnavailable: [
    503,
    'No se pudo guardar ni consultar la información. Espere unos segundos e intente nuevamente; si continúa, comunicarse con el administrador de la plataforma.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** Code of an error of the API, for example `jointNotFound`. */
export type ErrorCode = keyof typeof errors;

/** Body of an error answer, for a code of `errors`. */
export interface ErrorReply {
  /** HTTP status. */
  statusCode: number;
  code: ErrorCode;
  /** Spanish sentence with the remedy. */
  message: string;
  /** Names and rows for the sentence. Absent for most errors. */
  details?: unknown;
}

/**
 * Makes the server's reply for an error code. `details` are shown on screens: names and rows, never secrets.
 * Details replace names in braces in the sentence: '{day}', or '{most|20}' with a text for an absent detail.
 */
export function errorReply(code: ErrorCode, details?: unknown): ErrorReply {
  const [statusCode, text] = errors[code];
  const message = text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (name, key, absent) => {
    const value = Object(details)[key] ?? absent ?? name;
    return typeof value === 'number' ? withDots(value) : String(value);
  });
  return details === undefined ? { statusCode, code, message } : { statusCode, code, message, details };
}

/**
 * Spanish sentences about the faults found by the verifier. Key: name of the fault. Value: function from the place
 * of the fault (`where`, for example a file) to the sentence.
 */
export const faultTexts = {
  danado: () => 'El expediente está dañado: no se puede leer entero.',
  manifiesto: () => 'El expediente no tiene un manifiesto que se pueda leer.',
  archivo: (where: string) =>
    `El archivo ${where} no es el que el manifiesto nombra, falta, o no lo ata ningún acto firmado.`,
  acto: (where: string) => `El acto ${where} está dañado o fuera de su orden.`,
  firma: (where: string) => `La firma de la cabeza ${where} no es de las llaves que trae.`,
  cabeza: (where: string) =>
    `Los actos no son los que firmó la cabeza de ${where} actos: alguno se cambió, se quitó o se agregó.`,
  ultima: () => 'Hay actos que ninguna cabeza firmó, o falta la última cabeza.',
  ajena: (where: string) =>
    `La cabeza que usted trae no concuerda con este expediente (${where}): muestra otra historia.`,
  oculto: (where: string) =>
    `El acto ${where} va oculto como de otra asamblea y no lo es, o está a la vista y es de otra.`,
  papeles: () => 'Los papeles del expediente no son los últimos que se hicieron, o faltan.',
  cifras: (where: string) =>
    `Las cifras del acta (${where}: copropiedad/pregunta) no son las que dan los actos: su texto, sus votos, sus sumas, quién asistió o qué se decidió.`,
  papel: (where: string) => `El papel ${where} no es el que se hizo al terminar la asamblea, o falta.`,
  censo: () => 'El censo no es el de la apertura.',
  cierre: () => 'Los cierres del manifiesto no son los de los actos.',
  votos: (where: string) =>
    `Los votos del cierre ${where} (copropiedad/pregunta/acto) no son los que se firmaron.`,
  actos: (where: string) => `Los votos del cierre ${where} no son los que la bitácora cuenta.`,
  resultado: (where: string) => `El resultado del cierre ${where} no es el que suman sus votos, o falta.`,
  anunciado: (where: string) =>
    `El resultado que se anunció en el cierre ${where} no es el que suman sus votos.`,
  propietarios: (where: string) =>
    `Los propietarios con varios inmuebles del cierre ${where} no son los del censo.`,
  sincabeza: (where: string) =>
    `El acto ${where} abre, cierra, termina o publica algo y ninguna cabeza lo firmó en su instante.`,
  asistencia: (where: string) =>
    `El registro de asistencia del inmueble ${where} (copropiedad/inmueble) no es el que cuentan los actos: quién vino, con qué poder o desde cuándo.`,
  votado: (where: string) =>
    `El voto guardado ${where} (copropiedad/pregunta/inmueble) no es el que cuentan los actos.`,
  anulacion: (where: string) =>
    `La anulación ${where} (copropiedad/pregunta/inmueble/acto/instante) no es la que cuentan los actos.`,
  corregido: (where: string) =>
    `El inmueble ${where} (copropiedad/inmueble) no está hoy en el censo como se abrió y se corrigió.`,
  fundamento: (where: string) =>
    `Aquello sobre lo que el cierre ${where} decidió no es lo que cuentan los actos y el censo: cuántos inmuebles, coeficiente y propietarios estaban representados, el total, la convocatoria o la modalidad.`,
  apartados: (where: string) =>
    `La reapertura ${where} (copropiedad/pregunta/acto) no apartó los votos de los inmuebles que ya no estaban representados, pesaban distinto o, con un voto por propietario, cambiaron de dueño, o apartó otros.`,
  representado: (where: string) =>
    `Quién estaba representado en un cierre (${where}: copropiedad/pregunta/acto/inmueble) no es lo que cuentan los actos.`,
  hoja: (where: string) => `La hoja de un poder ${where} no es la que se subió, o falta.`,
  poder: (where: string) =>
    `El poder ${where} (número/inmueble) no es el que cuentan los actos: quién lo da, a quién, o qué fue de él.`,
  intervalo: (where: string) =>
    `El intervalo ${where} (copropiedad/pregunta/número) no es el que cuentan los actos: cuándo se abrió o se cerró, o por qué.`,
  pregunta: (where: string) =>
    `La pregunta guardada ${where} (copropiedad/pregunta) no es la que cuentan los actos: su texto, su regla, sus respuestas, su materia, su punto, aquello sobre lo que decidió, o si se eliminó.`,
  presencia: (where: string) =>
    `Quién estaba conectado o representado (${where}: copropiedad/pregunta/momento/instante) no es lo que cuentan los actos.`,
  asamblea: (where: string) => `El dato «${where}» de la asamblea no es el que cuentan los actos.`,
  firmada: (where: string) => `El archivo ${where} no es el del acta firmada que se publicó, o falta.`,
  sello: (where: string) =>
    `El sello de tiempo de la cabeza de ${where} actos no es de esa cabeza, o no lo firmó el certificado que trae.`,
  digitado: (where: string) =>
    `El acto ${where} dice otra cosa que los votos marcados como digitados desde papel, o falta.`,
  perdido: (where: string) =>
    `El cierre ${where} (copropiedad/pregunta/acto), que se anunció, ya no está: el sistema volvió a una copia de seguridad anterior.`,
  promesa: (where: string) =>
    `El voto que el sistema prometió a un teléfono (inmueble ${where}) no está entre los que se contaron, ni se anuló: se cambió o se quitó.`,
  promesafirma: () => 'La promesa no se puede leer, o no la firmó ninguna de las llaves del expediente.',
  promesaajena: (where: string) => `La promesa es de otra asamblea (inmueble ${where}).`,
  promesarestaurada: (where: string) =>
    `El voto que el sistema prometió a un teléfono (inmueble ${where}) se perdió: el sistema volvió a una copia de seguridad anterior a ese voto.`,
  llave: () => 'La llave no se puede leer.',
  prueba: () => 'La prueba está dañada.',
  voto: () => 'El voto no está entre los que se contaron en ese cierre.',
  cadena: () => 'Las cabezas del paquete no son continuación una de otra.',
} as const satisfies Record<string, (where: string) => string>;

/** Name of a fault: a key of `faultTexts`. */
export type FaultName = keyof typeof faultTexts;

/** Spanish sentences with the verdict on a whole file, shown on the verifier page. */
export const proofTexts = {
  nocuadra:
    'ESTE ARCHIVO NO CUADRA. Algo se cambió, se quitó o se agregó: lo que dice no sirve como prueba mientras no se aclare.',
  todo: 'TODO CUADRA: actos, votos, resultados y firmas concuerdan entre sí.',
  salvo: (many: number) =>
    `CUADRA, SALVO LOS SELLOS DE TIEMPO, QUE NO SE REVISARON (${many}): este navegador no trae con qué. Actos, votos, resultados y firmas concuerdan entre sí.`,
  sinregla: 'Sin un resultado que este programa sepa calcular',
  autoridad:
    'Responde por esa hora quien firmó el sello, con el certificado que él mismo trae. Si es una autoridad que merece confianza no lo dice este programa: compare con los certificados que ella publica (verificar.py lo hace con --autoridad).',
  concuerda: 'Concuerda con la cabeza que usted trae.',
  aparte:
    'La cabeza que usted trae es de otro momento: con esta prueba sola no se puede comparar, con el expediente sí.',
  sola: 'Para saber que es la historia anunciada, compare con una cabeza que alguien guardó aquella noche.',
};

/**
 * Spanish sentences about the fate of a vote promised by the server: counted, annulled, or the question is still
 * open.
 */
export const fateTexts = {
  contado: 'La promesa se cumplió: el voto que su teléfono recibió firmado está entre los que se contaron.',
  anulado:
    'El voto de la promesa entró y después se anuló o se apartó: los actos dicen cuándo y por qué. No se contó en el último cierre.',
  abierto: 'El voto de la promesa está en los actos; su votación no se ha cerrado después.',
};

/**
 * Spanish names of the possible results of a question on the verifier page. Key: status of the result ('approved').
 */
export const statusTexts: Readonly<Record<string, string>> = {
  approved: 'Aprobada',
  rejected: 'No aprobada',
  noQuorum: 'Sin quórum',
  noVotes: 'Sin votos',
  indicative: 'Votación indicativa: no puede decidirse aquí (art. 46)',
  elected: 'Elección decidida',
  tied: 'Empate',
};

import { isMeetingFact, type MeetingFact, meetingFactNames } from '../../shared/assemblies/facts/facts.ts';
import { powerEndNames } from '../../shared/assemblies/powers/words.ts';
import { formatCoefficient, type Nano } from '../../shared/coefficient.ts';
import { shortDay } from '../../shared/days.ts';
import { counted, durationWords } from '../../shared/format.ts';
import { identityWords, isIdentityAnswer } from '../../shared/properties/identities.api.ts';
import {
  type EntryFormatters,
  listIn,
  numberIn,
  reasonIn,
  type Telling,
  textIn,
} from '../platform/audit/entry-words.ts';
import { groupEntries } from '../platform/lib/group-by.ts';

/** Maximum number of units named in a sentence of the audit trail. */
const UNITS_SHOWN = 12;

const listedUnits = (units: readonly string[]): string => {
  const [one] = units;
  if (one === undefined) return 'ningún inmueble';
  if (units.length === 1) return `inmueble ${one}`;
  const rest = units.length - UNITS_SHOWN;
  return `${units.length} inmuebles: ${units.slice(0, UNITS_SHOWN).join(', ')}${rest > 0 ? ` y ${rest} más` : ''}`;
};

/**
 * Returns the unit ids of facts with pairs `[joint, unit]`. A unit on the assembly's roll of both joint and sector
 * appears once.
 */
const unitsIn = (value: unknown): string[] => [
  ...new Set(listIn(value).map((fact) => String(listIn(fact)[1] ?? ''))),
];
const question = ({ facts, joint }: Telling): string =>
  `VOTACIÓN ${numberIn(facts.conceptId) - 1} de ${joint(numberIn(facts.jointId))}`;

/** Returns a sentence with the units with votes set aside by a reopening; '' without units. */
function setAsideIn(facts: Telling['facts']): string {
  const units = listIn(facts.setAside).map(String);
  return units.length === 0 ? '' : ` Se apartaron los votos de ${listedUnits(units)}.`;
}

/** Returns a sentence with the units with a vote kept by a reopening and a doubtful change of owner; '' without units. */
function unsureOwnersIn(facts: Telling['facts']): string {
  const units = listIn(facts.unsureOwners).map(String);
  return units.length === 0 ? '' : ` Queda la duda de si cambió el dueño de ${listedUnits(units)}.`;
}

const waysOut: Readonly<Record<string, string>> = {
  freed: 'se liberó el inmueble',
  reversed: 'se reversó el registro',
  withdrawn: 'se retiró el código QR',
  revoked: 'se anuló el código QR',
  unconfirmed: 'no se confirmó la presencia',
  powerRevoked: 'se revocó el poder',
  reset: 'se reinició el registro del sector',
};

const fieldWords: Readonly<Record<string, string>> = {
  kind: 'clase',
  mode: 'modalidad',
  call: 'convocatoria en que se abre',
  first_call_at: 'primera convocatoria',
  title: 'título',
  agenda: 'orden del día',
  notice: 'convocatoria',
  scheduled_at: 'fecha y hora',
  place: 'lugar',
  president: 'presidente',
  secretary: 'secretario',
  recording_url: 'enlace de la grabación',
  convener: 'quién convocó',
  convening_units: 'inmuebles de quienes convocaron',
  zoom_id: 'enlace de la reunión',
  zoom_password: 'clave de la reunión',
};

const fieldName = (fact: unknown): string =>
  isMeetingFact(textIn(fact)) ? meetingFactNames[textIn(fact) as MeetingFact] : 'un dato';

/**
 * Spanish sentences for the entries of the audit trail about a joint's assemblies. Key: name of the act
 * ('assemblyClosed'). Value: function from the entry's facts to the sentence ('Se cerró la asamblea.').
 */
export const assembliesEntries: EntryFormatters = {
  debtorsListed: ({ facts }) =>
    `Se tomó la lista de propietarios en mora ${facts.purpose === 'acta' ? 'del acta' : 'de la convocatoria'}: ${counted(numberIn(facts.debtors), 'inmueble')}, con corte al ${textIn(facts.asOf)}.`,
  assemblyClarified: ({ facts }) =>
    `Se aclaró ${fieldName(facts.fact)}: debe decir «${textIn(facts.after)}».${reasonIn(facts)}`,
  assemblyChanged: ({ facts }) =>
    `Se ${facts.completed === true ? 'completaron' : 'modificaron'} datos de la asamblea: ${listIn(
      facts.fields,
    )
      .map((field) => fieldWords[String(field)] ?? String(field))
      .join(', ')}.`,
  epochBegan: ({ facts }) =>
    textIn(facts.copiedAt) === ''
      ? 'Desde aquí firma otra llave: la anterior ya no está en el servidor.'
      : `La base de datos se restauró de una copia del ${textIn(facts.copiedAt)}.${reasonIn(facts)}`,
  secondCall: ({ facts }) =>
    `Se pasó a segunda convocatoria: el registro comenzó de nuevo.${facts.early === undefined ? '' : ' Fue antes del momento que señala el artículo 41 o el reglamento.'}`,
  pointOpened: ({ facts }) =>
    facts.point === null
      ? 'Terminó el punto del orden del día que se trataba.'
      : `Se pasó al punto ${numberIn(facts.point)} del orden del día: ${textIn(facts.text)}.`,
  pointWritten: ({ facts }) =>
    `El secretario escribió sobre el punto ${numberIn(facts.point)}, ${textIn(facts.text)}: «${textIn(facts.written)}».`,
  turnAsked: ({ facts }) =>
    `${textIn(facts.speaker)} pidió la palabra (${listedUnits(listIn(facts.units).map(String))}).`,
  turnGiven: ({ facts }) =>
    `Se dio la palabra a ${textIn(facts.speaker)} por ${counted(numberIn(facts.minutes), 'minuto')} (${listedUnits(listIn(facts.units).map(String))}).`,
  turnExtended: ({ facts }) =>
    `Se prolongó el turno de palabra ${numberIn(facts.turnId)} por ${counted(numberIn(facts.minutes), 'minuto')}.`,
  turnEnded: ({ facts }) => `Terminó el turno de palabra ${numberIn(facts.turnId)}.`,
  turnWithdrawn: ({ facts }) => `Se retiró de la lista la solicitud de palabra ${numberIn(facts.turnId)}.`,
  proposalWritten: ({ facts }) =>
    `${textIn(facts.name)} escribió la proposición ${numberIn(facts.proposalId)} (${listedUnits(listIn(facts.units).map(String))}): «${textIn(facts.text)}».`,
  proposalWithdrawn: ({ facts }) => `Se retiró la proposición ${numberIn(facts.proposalId)}.`,
  proposalAsked: (telling) =>
    `La proposición ${numberIn(telling.facts.proposalId)} se convirtió en ${question(telling)}.`,
  groundFactsDeclared: ({ facts }) =>
    `Se declararon ${counted(Object.keys(Object(facts.declared)).length, 'dato')} para el semáforo de impugnación.`,
  assemblyClosed: () => 'Se cerró la asamblea.',
  registered: ({ facts, who }) => {
    const attendee = textIn(Reflect.get(Object(facts.attendee), 'name'));
    const proxy = facts.byProxy === true ? ' por poder' : '';
    return `Se registró${proxy}: ${listedUnits(unitsIn(facts.units))}. Responde ${who(textIn(facts.holder))}${
      attendee === '' ? '' : ` (${attendee})`
    }.`;
  },
  freed: ({ facts }) => {
    const votes = listIn(facts.votes).length;
    const annulled = votes === 0 ? '' : ` Votos anulados en la votación abierta: ${votes}.`;
    return `Salió: ${listedUnits(unitsIn(facts.units))}; ${waysOut[textIn(facts.how)] ?? textIn(facts.how)}.${annulled}${reasonIn(facts)}`;
  },
  powerEntered: ({ facts }) =>
    `Se recibió ${powerWords(facts)}: ${personIn(facts.granter)} lo da a ${personIn(facts.holder)}${facts.substitute === undefined ? '' : `, suplente ${personIn(facts.substitute)},`} para ${listedUnits(listIn(facts.units).map(String))}.`,
  powerAccepted: ({ facts }) => {
    const despite = listIn(facts.despite).length > 0 ? ' Se aceptó con advertencias.' : '';
    return `Se aceptó ${powerWords(facts)}: ${listedUnits(listIn(facts.units).map(String))}.${despite}`;
  },
  powerRejected: ({ facts }) => `Se rechazó ${powerWords(facts)}.${reasonIn(facts)}`,
  powerEnded: ({ facts }) =>
    `Terminó ${powerWords(facts)} para ${listedUnits(listIn(facts.units).map(String))}: ${endWords[textIn(facts.how)] ?? textIn(facts.how)}.${reasonIn(facts)}`,
  powerCodeAsked: ({ facts }) =>
    `El propietario pidió un código para firmar un poder a ${personIn(facts.holder)} para ${listedUnits(listIn(facts.units).map(String))}; se envía a ${textIn(facts.to)}.`,
  powerCopySent: ({ facts }) =>
    `El servidor de correo recibió la copia de ${powerWords(facts)} para ${textIn(facts.to)}.`,
  powerPageAdded: ({ facts }) => `Se guardó una hoja de ${powerWords(facts)}: «${textIn(facts.fileName)}».`,
  powerRevoked: ({ facts }) => `Su propietario revocó el poder para: ${listedUnits(unitsIn(facts.units))}.`,
  takenBack: ({ facts }) => `Volvió a su propietario: ${listedUnits(unitsIn(facts.units))}.`,
  holdersMoved: ({ facts, who }) =>
    `${listIn(facts.moves)
      .map((move) => {
        const { from, to, units } = Object(move);
        return `De ${who(textIn(from))} a ${who(textIn(to))}: ${listedUnits(unitsIn(units))}.`;
      })
      .join(' ')}${reasonIn(facts)}`,
  attendanceReset: ({ facts }) => `Se reinició el registro de asistencia.${reasonIn(facts)}`,
  quorumCheckStarted: ({ facts }) =>
    `Se pidió confirmar la presencia desde casa: ${listedUnits(unitsIn(facts.units))}.`,
  presenceConfirmed: ({ facts }) => `Confirmó su presencia: ${listedUnits(unitsIn(facts.units))}.`,
  conceptCreated: (telling) =>
    `Se creó ${question(telling)}: «${textIn(telling.facts.description)}», con las respuestas ${listIn(
      telling.facts.answers,
    ).join(', ')}.`,
  candidatesSet: (telling) =>
    `Se cambiaron los candidatos de ${question(telling)}: ${listIn(telling.facts.answers).join(', ')}.`,
  agendaItemMoved: (telling) => {
    const { agendaItem } = telling.facts;
    const point = agendaItem === null ? 'quedó sin punto' : `es ahora del punto ${numberIn(agendaItem)}`;
    return `Con el cambio del orden del día, ${question(telling)} ${point}.`;
  },
  lotNoted: (telling) =>
    `Se anotó el sorteo de ${question(telling)}, en este orden: respuestas ${listIn(telling.facts.order).join(', ')}. ${textIn(telling.facts.how)}`,
  acceptanceNoted: (telling) =>
    `${textIn(telling.facts.name)} ${telling.facts.acceptance === 'accepted' ? 'aceptó' : 'no aceptó'} su elección en ${question(telling)}${telling.facts.fromOwnSession === true ? ', desde su propia sesión' : ''}.`,
  conceptActivated: (telling) =>
    numberIn(telling.facts.interval) > 1
      ? `Se abrió de nuevo ${question(telling)}.${setAsideIn(telling.facts)}${unsureOwnersIn(telling.facts)}${reasonIn(telling.facts)}`
      : `Se abrió ${question(telling)}.`,
  countdownSet: (telling) => {
    const { seconds } = telling.facts;
    return numberIn(seconds) === 0
      ? `Se retiró la cuenta regresiva de ${question(telling)}.`
      : `Se anunció el cierre de ${question(telling)} en ${durationWords(numberIn(seconds))}.`;
  },
  conceptDeactivated: (telling) => {
    const base = Object(telling.facts.base);
    const represented = formatCoefficient(numberIn(base.coefficient) as Nano);
    return `Se cerró ${question(telling)}, con ${counted(numberIn(base.apartments), 'inmueble representado', 'inmuebles representados')} y coeficiente ${represented}.`;
  },
  conceptDeleted: (telling) => `Se eliminó ${question(telling)}.${reasonIn(telling.facts)}`,
  conceptReset: (telling) =>
    `Se reinició el conteo de ${question(telling)}: ${counted(numberIn(telling.facts.votes), 'voto anulado', 'votos anulados')}.${reasonIn(telling.facts)}`,
  voteAnnulled: (telling) =>
    `Se anuló el voto del inmueble ${textIn(telling.facts.apartmentId)} en ${question(telling)}.${reasonIn(telling.facts)}`,
  votes: ({ facts, joint }) => {
    const votes = listIn(facts.votes).map((vote): [string, string] => {
      const [jointId, conceptId, apartmentId] = listIn(vote);
      return [`VOTACIÓN ${numberIn(conceptId) - 1} de ${joint(numberIn(jointId))}`, String(apartmentId)];
    });
    return [...groupEntries(votes)]
      .map(([name, units]) => `Votó en ${name}: ${listedUnits(units)}.`)
      .join(' ');
  },
  paperTyped: ({ facts, joint }) => {
    const questions = listIn(facts.questions).map((one) => numberIn(Object(one).conceptId) - 1);
    const voted = questions.length === 0 ? '' : ` y las votaciones ${questions.join(', ')}`;
    const different = numberIn(facts.differences);
    const sums =
      different === 0
        ? 'Las sumas del papel coinciden.'
        : `No coinciden ${counted(different, 'suma')} del papel.`;
    return `Se digitó la asamblea en papel de ${joint(numberIn(facts.jointId))}: ${counted(numberIn(facts.units), 'inmueble')} de la lista${voted}. ${sums}${reasonIn(facts)}`;
  },
  rollCorrectionAsked: ({ facts }) =>
    `Se pidió corregir el censo del inmueble ${textIn(facts.apartmentId)}.${reasonIn(facts)}`,
  rollCorrected: ({ facts }) =>
    `El censo quedó corregido: ${listedUnits([...new Set(listIn(facts.roll).map((unit) => String(Object(unit).apartmentId)))])}.`,
  identityAnswered: ({ facts }) =>
    `Sobre quién es quién en ${listedUnits(listIn(facts.units).map(String))} se respondió: «${isIdentityAnswer(facts.answer) ? identityWords[facts.answer] : textIn(facts.answer)}».`,
  codesIssued: ({ facts }) => {
    const quantity = numberIn(facts.quantity);
    return `Se ${quantity === 1 ? 'emitió' : 'emitieron'} ${counted(quantity, 'tarjeta QR', 'tarjetas QR')}.`;
  },
  badgesIssued: ({ facts }) =>
    `Se emitieron escarapelas de ${listedUnits(listIn(facts.apartments).map(String))}.${reasonIn(facts)}`,
  codeRevoked: ({ facts, who }) => `Se anuló ${who(textIn(facts.code))}.${reasonIn(facts)}`,
  joiningOpened: () => 'Se mostró en la pantalla el código QR de ingreso.',
  joiningClosed: () => 'Se retiró de la pantalla el código QR de ingreso.',
  arrivalConfirmed: ({ facts }) =>
    `La mesa confirmó a quien avisó con su teléfono por el inmueble ${textIn(facts.apartmentId)}.${facts.agrees === true ? '' : ' El documento no coincidía con el censo.'}${facts.seen === undefined ? '' : ` Escribió ${textIn(facts.announced)}; la mesa vio ${textIn(facts.seen)}.`}`,
  arrivalRefused: ({ facts }) =>
    `La mesa rechazó a quien avisó con su teléfono por el inmueble ${textIn(facts.apartmentId)}.`,
  papersPrinted: ({ facts }) =>
    `Se generó un archivo para imprimir, con ${counted(numberIn(facts.quantity), 'pieza')}.`,
  invitationsQueued: ({ facts }) =>
    `Se pusieron en el correo las invitaciones de ${counted(listIn(facts.userIds).length, 'persona')}.${newUsers(facts)}`,
  summaryQueued: ({ facts }) =>
    `Se puso en el correo el resumen de la asamblea para ${counted(listIn(facts.userIds).length, 'administrador', 'administradores')}.`,
  resultsQueued: ({ facts }) =>
    `Se pusieron en el correo los resultados y la cabeza firmada para ${counted(numberIn(facts.addresses), 'dirección', 'direcciones')} de propietarios.`,
  papersMade: ({ facts }) =>
    `Se hicieron los papeles de la asamblea (${counted(listIn(facts.papers).length, 'archivo')}): quedan atados por su huella.`,
  signedActaFileKept: ({ facts }) => `Se guardó un archivo del acta firmada: «${textIn(facts.fileName)}».`,
  signedActaPublished: ({ facts }) =>
    `Se publicó el acta firmada (${counted(listIn(facts.files).length, 'archivo')}) y se avisó por correo a ${counted(numberIn(facts.addresses), 'dirección', 'direcciones')} de propietarios.${facts.place === undefined ? '' : ` Lugar de la copia: «${textIn(facts.place)}».`}${reasonIn(facts)}`,
  summarySent: ({ facts, who }) =>
    `El servidor de correo recibió el resumen de la asamblea para ${who(`user:${String(facts.userId)}`)}.`,
  invitationRevoked: ({ facts, who }) =>
    `Se revocaron los enlaces de acceso de ${who(`user:${String(facts.userId)}`)}.`,
  noticeFileKept: ({ facts }) => `Se agregó a la convocatoria el documento «${textIn(facts.fileName)}».`,
  noticeFileRemoved: ({ facts }) => `Se retiró de la convocatoria el documento «${textIn(facts.fileName)}».`,
  noticeSent: () => 'Salió por correo el primer aviso con esta versión de la convocatoria.',
  noticeShared: ({ facts, who }) =>
    `Se hizo un texto con la convocatoria y el enlace personal de ${who(`user:${String(facts.userId)}`)}.`,
  noticeAddressNoted: ({ facts }) =>
    `Se registró una dirección de notificaciones del propietario del inmueble ${textIn(facts.apartmentId)}, desde el ${shortDay(textIn(facts.since))}.`,
  actaLettersPrinted: ({ facts }) =>
    `Se generaron las cartas con el acta firmada de ${counted(listIn(facts.apartmentIds).length, 'inmueble')}.`,
  actaLetterSigned: ({ facts }) =>
    `Se anotó que el propietario del inmueble ${textIn(facts.apartmentId)} firmó la carta con el acta.`,
  letterSigned: ({ facts, who }) =>
    `Se anotó que ${who(`user:${String(facts.userId)}`)} firmó la carta de convocatoria.`,
  lettersPrinted: ({ facts }) =>
    `Se generaron las cartas de ${counted(listIn(facts.userIds).length, 'persona')}.${newUsers(facts)}`,
};

const endWords: Readonly<Record<string, string>> = powerEndNames;
const powerWords = ({ powerId }: Record<string, unknown>): string => `el poder ${numberIn(powerId)}`;

function personIn(value: unknown): string {
  const { name, document } = Object(value);
  return textIn(document) === '' ? textIn(name) : `${textIn(name)} (${textIn(document)})`;
}

/** Returns a sentence with the number of users created for invited owners; '' without new users. */
function newUsers({ newUsers: quantity }: Record<string, unknown>): string {
  return typeof quantity === 'number' && quantity > 0 ? ` Usuarios nuevos: ${numberIn(quantity)}.` : '';
}

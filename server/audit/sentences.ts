import { actWords } from '../../shared/audit/act-words.ts';
import { formatCoefficient, type Nano } from '../../shared/coefficient.ts';
import { counted } from '../../shared/format.ts';
import { billingSentences } from './billing-sentences.ts';
import { type EntryFormatter, number, type Telling, textOr } from './telling.ts';

/** Units named one by one; of many the first ones. */
const SHOWN = 12;

const listed = (units: readonly string[]): string => {
  const [one] = units;
  if (one === undefined) return 'ningún inmueble';
  if (units.length === 1) return `inmueble ${one}`;
  const rest = units.length - SHOWN;
  return `${units.length} inmuebles: ${units.slice(0, SHOWN).join(', ')}${rest > 0 ? ` y ${rest} más` : ''}`;
};

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Of facts `[joint, unit]`: each unit once, since its sectors have it too. */
const unitsIn = (value: unknown): string[] => [
  ...new Set(list(value).map((fact) => String(list(fact)[1] ?? ''))),
];
const because = (facts: Telling['facts']): string =>
  textOr(facts.reason) === '' ? '' : ` Motivo: ${textOr(facts.reason)}.`;
const question = ({ facts, joint }: Telling): string =>
  `VOTACIÓN ${number(facts.conceptId) - 1} de ${joint(number(facts.jointId))}`;

const waysOut: Readonly<Record<string, string>> = {
  freed: 'se liberó el inmueble',
  reversed: 'se reversó el registro',
  withdrawn: 'se retiró el código QR',
  revoked: 'se anuló el código QR',
  unconfirmed: 'no se confirmó la presencia',
};

const fieldWords: Readonly<Record<string, string>> = {
  kind: 'clase',
  mode: 'modalidad',
  title: 'título',
  agenda: 'orden del día',
  notice: 'convocatoria',
  scheduled_at: 'fecha y hora',
  place: 'lugar',
  president: 'presidente',
  secretary: 'secretario',
  recording_url: 'enlace de la grabación',
  zoom_id: 'enlace de la reunión',
  zoom_password: 'clave de la reunión',
};

const sentences: Readonly<Record<string, EntryFormatter>> = {
  ...billingSentences,
  jointCreated: ({ facts }) => `Se creó la copropiedad «${textOr(facts.jointName)}».`,
  unitsImported: ({ facts, joint }) =>
    `Se cargaron ${number(facts.units)} inmuebles de ${joint(number(facts.jointId))}, que suman ${formatCoefficient(
      number(facts.sum) as Nano,
    )}; se retiraron ${list(facts.retired).length}. Archivo: ${textOr(facts.fileName)}.`,
  assemblyChanged: ({ facts }) =>
    `Se modificaron datos de la asamblea: ${list(facts.fields)
      .map((field) => fieldWords[String(field)] ?? String(field))
      .join(', ')}.`,
  epochBegan: ({ facts }) =>
    textOr(facts.copiedAt) === ''
      ? 'Desde aquí firma otra llave: la anterior ya no está en el servidor.'
      : `La base de datos se restauró de una copia del ${textOr(facts.copiedAt)}.${because(facts)}`,
  secondCall: () => 'Se pasó a segunda convocatoria: el registro comenzó de nuevo.',
  assemblyClosed: () => 'Se cerró la asamblea.',
  registered: ({ facts, who }) => {
    const attendee = textOr(Reflect.get(Object(facts.attendee), 'name'));
    const proxy = facts.byProxy === true ? ' por poder' : '';
    return `Se registró${proxy}: ${listed(unitsIn(facts.units))}. Responde ${who(textOr(facts.holder))}${
      attendee === '' ? '' : ` (${attendee})`
    }.`;
  },
  freed: ({ facts }) => {
    const votes = list(facts.votes).length;
    const annulled = votes === 0 ? '' : ` Votos anulados en la votación abierta: ${votes}.`;
    return `Salió: ${listed(unitsIn(facts.units))}; ${waysOut[textOr(facts.how)] ?? textOr(facts.how)}.${annulled}${because(facts)}`;
  },
  powerRevoked: ({ facts }) => `Su propietario revocó el poder para: ${listed(unitsIn(facts.units))}.`,
  takenBack: ({ facts }) => `Volvió a su propietario: ${listed(unitsIn(facts.units))}.`,
  holdersMoved: ({ facts, who }) =>
    `${list(facts.moves)
      .map((move) => {
        const { from, to, units } = Object(move);
        return `De ${who(textOr(from))} a ${who(textOr(to))}: ${listed(unitsIn(units))}.`;
      })
      .join(' ')}${because(facts)}`,
  attendanceReset: ({ facts }) => `Se reinició el registro de asistencia.${because(facts)}`,
  quorumCheckStarted: ({ facts }) =>
    `Se pidió confirmar la presencia desde casa: ${listed(unitsIn(facts.units))}.`,
  presenceConfirmed: ({ facts }) => `Confirmó su presencia: ${listed(unitsIn(facts.units))}.`,
  conceptCreated: (telling) =>
    `Se creó ${question(telling)}: «${textOr(telling.facts.description)}», con las respuestas ${list(
      telling.facts.answers,
    ).join(', ')}.`,
  conceptActivated: (telling) =>
    number(telling.facts.interval) > 1
      ? `Se abrió de nuevo ${question(telling)}.${because(telling.facts)}`
      : `Se abrió ${question(telling)}.`,
  countdownSet: (telling) => {
    const { seconds } = telling.facts;
    return number(seconds) === 0
      ? `Se retiró la cuenta regresiva de ${question(telling)}.`
      : `Se anunció el cierre de ${question(telling)} en ${counted(number(seconds), 'segundo')}.`;
  },
  conceptDeactivated: (telling) => {
    const base = Object(telling.facts.base);
    const represented = formatCoefficient(number(base.coefficient) as Nano);
    return `Se cerró ${question(telling)}, con ${number(base.apartments)} inmuebles representados y coeficiente ${represented}.`;
  },
  conceptDeleted: (telling) => `Se eliminó ${question(telling)}.${because(telling.facts)}`,
  conceptReset: (telling) =>
    `Se reinició el conteo de ${question(telling)}: ${number(telling.facts.votes)} votos anulados.${because(telling.facts)}`,
  voteAnnulled: (telling) =>
    `Se anuló el voto del inmueble ${textOr(telling.facts.apartmentId)} en ${question(telling)}.${because(telling.facts)}`,
  votes: ({ facts, joint }) => {
    const byQuestion = new Map<string, string[]>();
    for (const vote of list(facts.votes)) {
      const [jointId, conceptId, apartmentId] = list(vote);
      const name = `VOTACIÓN ${number(conceptId) - 1} de ${joint(number(jointId))}`;
      byQuestion.set(name, [...(byQuestion.get(name) ?? []), String(apartmentId)]);
    }
    return [...byQuestion].map(([name, units]) => `Votó en ${name}: ${listed(units)}.`).join(' ');
  },
  rollCorrectionAsked: ({ facts }) =>
    `Se pidió corregir el censo del inmueble ${textOr(facts.apartmentId)}.${because(facts)}`,
  rollCorrected: ({ facts }) =>
    `El censo quedó corregido: ${listed([...new Set(list(facts.roll).map((unit) => String(Object(unit).apartmentId)))])}.`,
  codesIssued: ({ facts }) => `Se emitieron ${number(facts.quantity)} tarjetas QR.`,
  badgesIssued: ({ facts }) =>
    `Se emitieron escarapelas de ${listed(list(facts.apartments).map(String))}.${because(facts)}`,
  codeRevoked: ({ facts, who }) => `Se anuló ${who(textOr(facts.code))}.${because(facts)}`,
  displayLinkMade: ({ facts, joint }) =>
    `Se creó un enlace para pantalla de ${joint(number(facts.jointId))}.`,
  displayCodeMade: ({ facts, joint }) =>
    `Se creó un código para abrir pantallas de ${joint(number(facts.jointId))}.`,
  displayOpened: ({ facts, joint }) => `Se abrió con código una pantalla de ${joint(number(facts.jointId))}.`,
  displayEnded: ({ facts, joint }) => `Se terminó una pantalla de ${joint(number(facts.jointId))}.`,
  joiningOpened: () => 'Se mostró en la pantalla el código QR de ingreso.',
  joiningClosed: () => 'Se retiró de la pantalla el código QR de ingreso.',
  arrivalConfirmed: ({ facts }) =>
    `La mesa confirmó a quien avisó con su teléfono por el inmueble ${textOr(facts.apartmentId)}.${facts.agrees === true ? '' : ' El documento no coincidía con el censo.'}`,
  arrivalRefused: ({ facts }) =>
    `La mesa rechazó a quien avisó con su teléfono por el inmueble ${textOr(facts.apartmentId)}.`,
  papersPrinted: ({ facts }) => `Se generaron ${number(facts.quantity)} piezas para imprimir.`,
  invitationsQueued: ({ facts }) =>
    `Se pusieron en el correo las invitaciones de ${list(facts.userIds).length} personas.${newUsers(facts)}`,
  summaryQueued: ({ facts }) =>
    `Se puso en el correo el resumen de la asamblea para ${list(facts.userIds).length} administradores.`,
  summarySent: ({ facts, who }) =>
    `El servidor de correo recibió el resumen de la asamblea para ${who(`user:${String(facts.userId)}`)}.`,
  invitationRevoked: ({ facts, who }) =>
    `Se revocaron los enlaces de acceso de ${who(`user:${String(facts.userId)}`)}.`,
  mailRetried: ({ facts, who }) =>
    `Se pidió enviar otra vez un correo para ${who(`user:${String(facts.userId)}`)}.`,
  mailCancelled: ({ facts, who }) => `Se canceló un correo para ${who(`user:${String(facts.userId)}`)}.`,
  lettersPrinted: ({ facts }) =>
    `Se generaron las cartas de ${list(facts.userIds).length} personas.${newUsers(facts)}`,
};

/** How many of those who were invited got their user with it. */
function newUsers({ newUsers: quantity }: Record<string, unknown>): string {
  return typeof quantity === 'number' && quantity > 0 ? ` Usuarios nuevos: ${number(quantity)}.` : '';
}

/** Whether an act is told by a sentence of its own. */
export const hasSentence = (act: string): boolean => Object.hasOwn(sentences, act);

/** An entry as one Spanish sentence; an act without one of its own is told by its name. */
export function entrySentence(act: string, telling: Telling): string {
  const tell = hasSentence(act) ? sentences[act] : undefined;
  return tell === undefined ? `${actWords[act] ?? act}.` : tell(telling);
}

import { shortDay } from '../../shared/days.ts';
import { counted } from '../../shared/format.ts';
import { claimChannelNames } from '../../shared/personal/claims.ts';
import { type EntryFormatters, listIn, textIn } from '../platform/audit/entry-words.ts';

/** Spanish sentences for audit entries about personal data. Key: the action of the entry. */
export const personalEntries: EntryFormatters = {
  personExported: ({ facts }) =>
    `Se entregó en un archivo la copia de los datos personales de una persona (${counted(Number(facts.records), 'registro')}).`,
  personErased: ({ facts }) =>
    `Se suprimieron los datos personales de una persona que la ley no exige conservar (${counted(listIn(facts.userIds).length, 'usuario')}, ${counted(listIn(facts.apartmentIds).length, 'inmueble')})${facts.again === true ? ', de nuevo después de restaurar una copia' : ''}.`,
  dataPolicyPublished: ({ facts }) =>
    `Se publicó la versión ${Number(facts.version)} de la política de tratamiento de datos.`,
  dataContractAccepted: ({ facts }) =>
    `${textIn(facts.person)} aceptó por la copropiedad la versión ${Number(facts.version)} del contrato de transmisión de datos.`,
  dataAuthorised: ({ facts }) =>
    `Una persona autorizó ${facts.purpose === 'recording' ? 'la grabación de las asambleas' : 'el tratamiento de sus datos'} (autorización ${Number(facts.authorisationId)}, versión ${Number(facts.version)} de la política).`,
  dataAuthorisationWithdrawn: ({ facts }) =>
    `Se retiró la autorización ${facts.purpose === 'recording' ? 'de la grabación de las asambleas' : 'del tratamiento de datos'}: ${listIn(facts.authorisationIds).join(', ')}.`,
  dataClaimReceived: ({ facts }) =>
    `Se recibió ${claimWords(facts)} por ${channelWords(facts.channel)}, con plazo hasta el ${shortDay(textIn(facts.dueOn))}.`,
  dataClaimExtended: ({ facts }) =>
    `Se prorrogó ${claimWords(facts)} hasta el ${shortDay(textIn(facts.dueOn))}.`,
  dataClaimAnswered: ({ facts }) => `Se respondió ${claimWords(facts)}.`,
};

const claimWords = ({ kind, claimId }: Record<string, unknown>): string =>
  `${kind === 'query' ? 'la consulta' : 'el reclamo'} ${Number(claimId)}`;

const channelWords = (channel: unknown): string =>
  channel === 'page'
    ? 'la página del propietario'
    : (Object.entries(claimChannelNames).find(([name]) => name === channel)?.[1] ?? '').toLowerCase();

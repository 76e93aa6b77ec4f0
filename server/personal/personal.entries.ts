import { counted } from '../../shared/format.ts';
import { type EntryFormatters, listIn } from '../platform/audit/entry-words.ts';

/** Spanish sentences for audit entries about personal data. Key: the action of the entry. */
export const personalEntries: EntryFormatters = {
  personExported: ({ facts }) =>
    `Se entregó en un archivo la copia de los datos personales de una persona (${counted(Number(facts.records), 'registro')}).`,
  personErased: ({ facts }) =>
    `Se suprimieron los datos personales de una persona que la ley no exige conservar (${counted(listIn(facts.userIds).length, 'usuario')}, ${counted(listIn(facts.apartmentIds).length, 'inmueble')})${facts.again === true ? ', de nuevo después de restaurar una copia' : ''}.`,
};

import { formatCoefficient, type Nano } from '../../shared/coefficient.ts';
import { type EntryFormatters, listIn, numberIn, textIn } from '../platform/audit/entry-words.ts';

/** What was done with joints and their units. */
export const propertiesEntries: EntryFormatters = {
  jointCreated: ({ facts }) => `Se creó la copropiedad «${textIn(facts.jointName)}».`,
  unitsImported: ({ facts, joint }) =>
    `Se cargaron ${numberIn(facts.units)} inmuebles de ${joint(numberIn(facts.jointId))}, que suman ${formatCoefficient(
      numberIn(facts.sum) as Nano,
    )}; se retiraron ${listIn(facts.retired).length}. Archivo: ${textIn(facts.fileName)}.`,
};

import { formatCoefficient, type Nano } from '../../shared/coefficient.ts';
import { counted } from '../../shared/format.ts';
import { type EntryFormatters, listIn, numberIn, textIn } from '../platform/audit/entry-words.ts';

/** Spanish sentences for audit entries about joints and units. Key: the action of the entry. */
export const propertiesEntries: EntryFormatters = {
  jointCreated: ({ facts }) => `Se creó la copropiedad «${textIn(facts.jointName)}».`,
  sectorCreated: ({ facts }) => `Se creó el sector «${textIn(facts.sectorName)}».`,
  faceChanged: ({ facts }) =>
    `Se cambió la cara de la copropiedad: ${facts.colour === null ? 'sin color propio' : `color ${textIn(facts.colour)}`}, ${facts.crest === null ? 'sin escudo' : 'con escudo'}.`,
  powerRulesChanged: ({ facts, who }) => {
    const checkers = listIn(facts.checkers).map((actor) => who(textIn(actor)));
    const named = checkers.length === 0 ? '' : ` Revisan los poderes: ${checkers.join(', ')}.`;
    return `Se cambiaron los límites de los poderes. ${limitWords(facts)}${named}`;
  },
  unitsImported: ({ facts, joint }) =>
    `Se cargaron ${counted(numberIn(facts.units), 'inmueble')} de ${joint(numberIn(facts.jointId))}, que suman ${formatCoefficient(
      numberIn(facts.sum) as Nano,
    )}; se retiraron ${listIn(facts.retired).length}. Archivo: ${textIn(facts.fileName)}.`,
};

/** Returns a Spanish sentence about the current limits of powers. */
function limitWords(facts: Record<string, unknown>): string {
  const { limit, limitBlocks, share, shareBlocks, barredBlocks, barred } = facts;
  const way = (blocks: unknown) => (blocks === true ? 'impide' : 'avisa');
  const owners =
    typeof limit === 'number'
      ? `Propietarios por persona: ${limit} (${way(limitBlocks)}).`
      : 'Sin límite por persona.';
  const part =
    typeof share === 'number'
      ? `Coeficiente por persona: ${String(share).replace('.', ',')} % (${way(shareBlocks)}).`
      : 'Sin límite por coeficiente.';
  return `${owners} ${part} Personas impedidas: ${listIn(barred).length} (${way(barredBlocks)}).`;
}

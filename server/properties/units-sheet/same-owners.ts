import { documentKeys } from '../../../shared/properties/documents.ts';
import { ownerKey } from '../../../shared/properties/person.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import type { CoefficientRow, KnownUnit, ProblemCode } from './coefficient-table.types.ts';

type Owned = Pick<CoefficientRow, 'apartmentId' | 'owner' | 'ownerDocument'>;

/** Most owners named in a notice, and most units named for an owner. */
const NAMED_OWNERS = 200;
const NAMED_UNITS = 12;

/**
 * Returns notices about doubtful identities of owners in an uploaded table: owners taken as the same person
 * only by name, a document with several names, a name with several documents, or a name with and without a
 * document. The identity matters, because a quorum needs several owners (Ley 675, art. 45). Leaves out
 * owners unchanged since the stored table.
 * @param rows rows of the uploaded table
 * @returns Spanish sentences with problem codes
 */
export function aboutSameOwners(
  rows: readonly Owned[],
  knownUnits: readonly KnownUnit[],
): { code: ProblemCode; message: string }[] {
  const before = new Map(knownUnits.map((unit) => [unit.apartmentId.toUpperCase(), unit]));
  const isKnown = ({ apartmentId, owner, ownerDocument }: Owned) => {
    const unit = before.get(apartmentId.toUpperCase());
    return unit !== undefined && unit.owner === owner && unit.ownerDocument === ownerDocument;
  };
  const isNews = (units: readonly Owned[]) => units.length > 1 && !units.every(isKnown);
  const owned = rows.filter(({ owner }) => owner !== '');
  const byKey = groupBy(owned, ({ owner, ownerDocument, apartmentId }) =>
    ownerKey(owner, ownerDocument, apartmentId),
  );
  const byName = groupBy(owned, ({ owner, apartmentId }) => ownerKey(owner, null, apartmentId));
  const same = [...byKey]
    .filter(([key, units]) => key.startsWith('name:') && isNews(units))
    .map(([, units]) => ownerText(units));
  const byDocument = [...byKey.values()]
    .filter((units) => isNews(units) && unitsByName(units).length > 1 && units[0]?.ownerDocument !== null)
    .map((units) => `documento ${units[0]?.ownerDocument}: ${unitsByName(units).map(ownerText).join(' y ')}`);
  const several = [...byName.values()]
    .filter((units) => isNews(units) && keysOf(units).size > 1)
    .map((units) => {
      const texts = [...groupBy(units.filter(hasDocument), documentsOf).values()].map(
        (theirs) => `${theirs[0]?.ownerDocument} en ${unitsText(theirs)}`,
      );
      return `«${units[0]?.owner}» (${texts.join('; ')})`;
    });
  const apart = [...byName.values()]
    .filter((units) => isNews(units) && units.some(hasDocument) && !units.every(hasDocument))
    .map((units) => {
      const [first] = units;
      const without = units.filter((unit) => !hasDocument(unit));
      return `«${first?.owner}» (con documento en ${unitsText(units.filter(hasDocument))}; sin él en ${unitsText(without)})`;
    });
  return [
    ...warningOf('ownersSame', same, (owners) => {
      return `Se tomaron como el mismo propietario, por el nombre y sin documento: ${owners}. Si son personas distintas, escriba sus documentos.`;
    }),
    ...warningOf('ownersByDocument', byDocument, (owners) => {
      return `Se tomaron como el mismo propietario, por el documento y con nombres distintos: ${owners}. Si son personas distintas, corrija el documento.`;
    }),
    ...warningOf('ownersApart', apart, (owners) => {
      return `Solo unos inmuebles tienen el documento, y no se sabe si son de la misma persona: ${owners}. Para el quórum cuentan como una; dígalo en «Identidades», al preparar la asamblea, o escriba el documento en todos.`;
    }),
    ...warningOf('ownersDocuments', several, (owners) => {
      return `Hay nombres con varios documentos: ${owners}. Si es la misma persona, corrija el documento o dígalo en «Identidades», al preparar la asamblea.`;
    }),
  ];
}

const documentsOf = ({ ownerDocument }: Owned): string => documentKeys(ownerDocument).join('+');
const hasDocument = (unit: Owned): boolean => documentsOf(unit) !== '';
const keysOf = (units: readonly Owned[]): Set<string> => new Set(units.filter(hasDocument).map(documentsOf));

function warningOf(code: ProblemCode, all: readonly string[], sentence: (owners: string) => string) {
  if (all.length === 0) return [];
  const rest = all.length - NAMED_OWNERS;
  const owners = all.slice(0, NAMED_OWNERS).join(', ') + (rest > 0 ? ` y ${rest} más` : '');
  return [{ code, message: sentence(owners) }];
}

/** Returns groups of units with the same owner's name. */
const unitsByName = (units: readonly Owned[]): Owned[][] => [
  ...groupBy(units, ({ owner, apartmentId }) => ownerKey(owner, null, apartmentId)).values(),
];

const ownerText = (units: readonly Owned[]): string => `«${units[0]?.owner}» (${unitsText(units)})`;

function unitsText(units: readonly Owned[]): string {
  const rest = units.length - NAMED_UNITS;
  const named = units.slice(0, NAMED_UNITS).map(({ apartmentId }) => apartmentId);
  return named.join(', ') + (rest > 0 ? ` y ${rest} más` : '');
}

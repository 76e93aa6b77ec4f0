import { withLastResults } from '../last-results.ts';
import { cellsOf, isCompanyName } from './company-names.ts';
import { documentsIn, readDocument } from './documents.ts';
import { givenNames } from './given-names.ts';
import type { OwnerNature } from './owner-natures.ts';
import { isPlaceholderName } from './placeholder-names.ts';
import { plainLetters } from './plain-letters.ts';

/** Owners found in a unit's text of owners: names, and nature (a person, several, a company). */
export interface ReadOwners {
  /** A person, several people or an estate, or a company. */
  nature: OwnerNature;
  /** Names of the owners as written, without placeholders. Estates and companies have a single name. */
  names: string[];
  /** True if the words may name a single person or several: a person must decide. */
  isDoubtful: boolean;
}

const ESTATE =
  /^(?:(?:LOS|LAS) )?(?:HEREDER[OA]S?|HERED|HDROS|HRDOS|HROS|SUCESION|SUCESORES|SUC|HERENCIA|CAUSANTE|ALBACEA|HIJ[OA]S(?= DE ))\b\.?(?: (?:ILIQUIDA|YACENTE|INDETERMINAD[OA]S|DETERMINAD[OA]S|E|INTESTADA))*(?: DEL?(?: SE[NÑ]ORA?)?)?[ .:]+(?=[A-Z])|[ (,-]+(?:HEREDEROS|SUCESION|SUCESORES|SUC|EN SUCESION|FALLECID[OA]|Q\.? ?E\.? ?P\.? ?D\.?)\)?\.?$/;
const FAMILY = /^(?:FAMILIA|FLIA|ESPOSOS|HERMAN[OA]S|HNOS|SOC(?:IEDAD|\.)? CONYUGAL)\b/;

/**
 * Returns the name of the deceased in the name of an estate. Null for other owners.
 * @param name name of an owner: 'SUCESIÓN DE ANA RUIZ'
 */
export function estateOf(name: string): string | null {
  const letters = plainLetters(name);
  return ESTATE.test(letters) && !isCompanyName(letters) ? letters.replace(ESTATE, '').trim() : null;
}

/** Pattern of possible separators of people. The words beside a separator decide. */
const LIKELY =
  /\s*([/\\&+])\s*|\s+([yeouó]|con)\s+|\s+([-–—])\s+|(?<=\S\s\S+)\s?([-–—])\s?(?=\S+\s)|\s*(,)\s*/i;
/** Pattern of shares and numbers of co-owners ('50 %', '2.'), standing between two names or beside a separator. */
const SHARE =
  /\s*\(?\s*\d{1,3}(?:[.,]\d+)?\s*%\s*\)?(\s*(?:$|[-/&+,;|\n]|(?:y|e)\b))?|(?:^|\s+)\d[.)]\s*(?=\p{L})/giu;

/** Pattern of an identity document beside a name: with a label, or of seven digits or more. */
const OWNER_DOCUMENT =
  /[\s(,:-]*(?:\bidentificad[oa]s? con )?\b(?:(?:c\.? ?[ce]|t\.? ?i|nit|c[eé]dula(?: de ciudadan[ií]a)?)\b[.:]? ?(?:n[ou°º]?\.? ?)?\d[\d.]{3,}|\d(?:\.?\d){6,})(?:-\d\b)?\)?/gi;

/**
 * Replaces each identity document in a text by placeholders of the same length. Names stay with the documents: two
 * owners may share a name.
 */
const withoutDocuments = (text: string): string =>
  text.replace(OWNER_DOCUMENT, (document) => '\uE000'.repeat(document.length));

/** Pattern of the roles of co-owners: a role in brackets stays with the name before, other roles only separate. */
const USUFRUCT =
  '(?:(?:con |y )?(?:reserva de(?:l)? )?usufruct(?:o|uari[oa]s?)(?: vitalicio)?|nud[oa]s? propietari[oa]s?|nuda propiedad)';
const OTHER_ROLE =
  '(?:co)?propietari[oa]s?|titular(?:es)?|espos[oa]|c[oó]nyuge|compañer[oa]|herman[oa]|hij[oa]|madre|padre|poseedor[a]?|locatari[oa]s?';
const ROLE_IN_BRACKETS = new RegExp(
  `(\\(\\s*(?:${USUFRUCT}|${OTHER_ROLE})[^)]*\\))[\\s,;:y-]*(?=\\p{L})`,
  'giu',
);
const ROLE = new RegExp(
  `[\\s,;-]*(?<![\\p{L}(])${USUFRUCT}(?![\\p{L}])(?:\\s+(?:de|del|a favor de)(?=\\s))?[\\s,;:-]*(?![^(]*\\))`,
  'giu',
);

/**
 * Reads the names of the owners in the text for a unit, as in a table of units: a person, several people, an
 * estate or a company. Uses the names only, not the documents.
 */
export const readOwnerNames = withLastResults(readNames, (name) => name);

function readNames(name: string): ReadOwners {
  if (isPlaceholderName(name)) return { nature: 'person', names: [], isDoubtful: false };
  const certain = cellsOf(
    name
      .replace(ROLE_IN_BRACKETS, '$1 / ')
      .replace(ROLE, ' / ')
      .replace(SHARE, (_, separator?: string) => (separator === undefined ? ' / ' : ` ${separator}`)),
  );
  const read = certain.filter((part) => part !== '' && !isPlaceholderName(part)).map(readPart);
  const names = read.flatMap((one) => one.names);
  const isCompany = read.some(({ nature }) => nature === 'company');
  const isSeveral = names.length > 1 || read.some(({ nature }) => nature === 'several');
  return {
    nature: isCompany ? 'company' : isSeveral ? 'several' : 'person',
    names,
    isDoubtful: read.some((one) => one.isDoubtful),
  };
}

function readPart(text: string): ReadOwners {
  const letters = plainLetters(text);
  if (isCompanyName(letters)) return { nature: 'company', names: [text], isDoubtful: false };
  if (ESTATE.test(letters)) return { nature: 'several', names: [text], isDoubtful: false };
  const found = LIKELY.exec(withoutDocuments(text));
  if (found === null) {
    return { nature: FAMILY.test(letters) ? 'several' : 'person', names: [text], isDoubtful: false };
  }
  const [left, right] = [text.slice(0, found.index).trim(), text.slice(found.index + found[0].length).trim()];
  // '301', 'apoderado 2' and signs are no names.
  if (!isName(left))
    return isName(right) ? readPart(right) : { nature: 'person', names: [text], isDoubtful: false };
  if (!isName(right)) return readPart(left);
  const sign = found[1] ?? found[2]?.toUpperCase().replace('Ó', 'O') ?? (found[5] === undefined ? '-' : ',');
  const rest = readPart(right);
  const verdict = verdictOf(nameWords(left), sign, nameWords(rest.names[0] ?? right));
  if (verdict.areSeveral) {
    return {
      nature: 'several',
      names: [left, ...rest.names],
      isDoubtful: verdict.isDoubtful || rest.isDoubtful,
    };
  }
  const [first = right, ...others] = rest.names;
  const one = `${left}${found[0]}${first}`;
  const nature = others.length > 0 ? 'several' : 'person';
  return { nature, names: [one, ...others], isDoubtful: verdict.isDoubtful || rest.isDoubtful };
}

const isName = (text: string): boolean =>
  /\p{L}/u.test(text) && !/\d/.test(withoutDocuments(text)) && !isPlaceholderName(text);
const nameWords = (text: string): string[] =>
  plainLetters(withoutDocuments(text))
    .split(/[^A-Z]+/)
    .filter((word) => word !== '');
const isGiven = (word: string | undefined): boolean => word !== undefined && givenNames.has(word);

interface Verdict {
  areSeveral: boolean;
  isDoubtful: boolean;
}
const SEVERAL: Verdict = { areSeveral: true, isDoubtful: false };
const PERSON: Verdict = { areSeveral: false, isDoubtful: false };
const OTHERS =
  /^(?:OTR[OA]S?|HIJ[OA]S?|ESPOS[OA]|CONYUGE|SE[NÑ]ORA|SRA|HERMAN[OA]S?|HNOS?|HEREDEROS|SUCESION)$/;

/** Decides if a separator stands between two people, or inside a name ('ORTEGA Y GASSET', 'PEREZ, ANA'). */
function verdictOf(left: readonly string[], sign: string, right: readonly string[]): Verdict {
  const [one, other] = [left[0], right[0]];
  if ('/\\&+'.includes(sign) || OTHERS.test(other ?? '')) return SEVERAL;
  if (sign === ',' && !isGiven(one) && right.every(isGiven)) return PERSON;
  if (isGiven(one) && isGiven(other)) return SEVERAL;
  // 'MARIA DE LA O RUIZ', 'PEDRO O. RUIZ'.
  if (/^(?:O|U|CON)$/.test(sign)) return PERSON;
  if (sign === 'E') return { areSeveral: left.length > 1 && right.length > 1, isDoubtful: !isGiven(other) };
  if (isGiven(other) && sign !== ',') return SEVERAL;
  if (sign === ',' || sign === '-')
    return { areSeveral: left.length > 1 === right.length > 1, isDoubtful: true };
  // 'ORTEGA Y GASSET JOSE'.
  if (left.length === 1 && !isGiven(one) && right.slice(1).some(isGiven))
    return { ...PERSON, isDoubtful: true };
  const isInside = right.length === 1 && isGiven(one);
  return {
    areSeveral: !isInside,
    isDoubtful: !right.some(isGiven) && (right.length > 1 || left.length > 1 || isInside),
  };
}

/** Pattern of a company's NIT (tax number): nine digits beginning with 8 or 9. A person's NIT is the cédula. */
const NIT = /^[89]\d{8}$/;

/**
 * Finds the nature of a unit's owner: a person, several, or a company. For several owners or a company, the
 * acta must name the attendee (Ley 675, art. 47).
 * @param name names of the owners, as in the table of units
 * @param document identity documents of the owners, as in the table of units
 */
export function ownerNature(name: string, document: string | null): OwnerNature {
  const { nature } = readOwnerNames(name);
  if (nature === 'company') return nature;
  const documents = documentsIn(document);
  if (nature === 'several' || documents.length > 1) return 'several';
  const read = readDocument(documents[0] ?? null);
  if (read === null) return 'person';
  const isBare = read.key.length === 9 && NIT.test(read.key);
  return isBare || (read.isNit && !/^\d{6,8}$|^1\d{9}$/.test(read.key)) ? 'company' : 'person';
}

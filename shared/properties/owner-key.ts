/** Between the owners of one unit, where a text names several of them or their documents. */
export const BETWEEN_OWNERS = /\s+\/\s+/;

const DOCUMENT = 'document:';

/**
 * Who counts as the same owner where the law asks for several (Ley 675 de 2001, art. 45): by document, else by name,
 * accents, case and spacing aside, as tables spell them by chance. Co-owners are the same as others when all of them
 * are, in whatever order. A unit whose owner is not known counts as an owner of its own.
 */
export function ownerKey(name: string, document: string | null, apartmentId: string): string {
  const documents = sorted((document ?? '').split(BETWEEN_OWNERS).map(plainDocument));
  if (documents !== '') return `${DOCUMENT}${documents}`;
  const names = sorted(name.split(BETWEEN_OWNERS).map(plainName));
  return names === '' ? `unit:${apartmentId}` : `name:${names}`;
}

/** Whether a document is one of those that an owner's key is made of; null where the key has none. */
export function keyHasDocument(key: string, document: string): boolean | null {
  if (!key.startsWith(DOCUMENT)) return null;
  return key.slice(DOCUMENT.length).split('+').includes(plainDocument(document));
}

/** The document that an owner's key is made of; null where it has none, or those of several. */
export function documentOfKey(key: string): string | null {
  const documents = key.startsWith(DOCUMENT) ? key.slice(DOCUMENT.length) : '';
  return documents === '' || documents.includes('+') ? null : documents;
}

const sorted = (texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .sort()
    .join('+');

const plainDocument = (document: string): string => document.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toUpperCase();
}

/** Somebody by name and, where it is known, document. */
export interface NamedPerson {
  name: string;
  document: string | null;
}

/** What counts as one person: a document, or a name where there is none, as of an owner. */
export const namedPersonKey = ({ name, document }: NamedPerson): string => ownerKey(name, document, '');

/** Whether two names may be one person: documents tell where both have one, else the name. */
export function mayBeSame(one: NamedPerson, other: NamedPerson): boolean {
  const [a, b] = [plainDocument(one.document ?? ''), plainDocument(other.document ?? '')];
  if (a !== '' && b !== '') return a === b;
  return plainName(one.name) !== '' && plainName(one.name) === plainName(other.name);
}

/** Whether somebody may be an owner, or one of several, as a roll has them. */
export function mayBeOwner(person: NamedPerson, owner: NamedPerson): boolean {
  const names = owner.name.split(BETWEEN_OWNERS);
  const documents = (owner.document ?? '').split(BETWEEN_OWNERS);
  if (mayBeSame(person, owner)) return true;
  return names.some((name, i) => mayBeSame(person, { name, document: documents[i] ?? null }));
}

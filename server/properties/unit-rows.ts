import type { Nano } from '../../shared/coefficient.ts';
import type { ApartmentKind } from '../../shared/properties/apartment-kinds.ts';
import type { Millis } from '../platform/db/tables.ts';

/** Unit in a joint's table, with the current owner. */
export interface UnitOfJoint {
  /** Id of the unit: '101'. */
  apartmentId: string;
  kind: ApartmentKind;
  /** Id of the main unit (the flat with this parking space); null for a main unit. */
  mainApartmentId: string | null;
  /** Share of the unit in the joint, in 10⁻⁹ of a percent. */
  coefficient: Nano;
  /** Name of the owner; '' without a known owner. */
  owner: string;
  /** Identity document of the owner; null if unknown. */
  ownerDocument: string | null;
}

/** Mail addresses and phones of an owner; personal data. */
export interface Contacts {
  emails: string[];
  phones: string[];
}

/** Unit as stored, with the present owner and contacts. */
export interface StoredUnit extends UnitOfJoint, Contacts {
  /** True if the unit is no longer in the joint's table, but stored for old records. */
  retired: boolean;
  /** Start of the current ownership, epoch milliseconds; null without a known owner. */
  ownerSince: Millis | null;
}

/** New owner of a unit from an instant on; a name of '' ends the ownership without a new owner. */
export interface NewOwner {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  /** Start of the ownership, epoch ms. */
  since: Millis;
}

/** Unit as a row of the database table. Workers serialize the rows. */
export interface UnitRow {
  apartment_id: string;
  /** Position of the unit in the joint's table, ascending. */
  position: number;
  kind: ApartmentKind;
  main_apartment_id: string | null;
  coefficient: Nano;
}

/** Converts units to database rows, in the order of the joint's table. */
export const unitRows = (units: readonly UnitOfJoint[]): UnitRow[] =>
  units.map((unit, index) => ({
    apartment_id: unit.apartmentId,
    position: index + 1,
    kind: unit.kind,
    main_apartment_id: unit.mainApartmentId,
    coefficient: unit.coefficient,
  }));

/** Ownership as a row for the database. */
export interface OwnerRow {
  /** Id of the unit: '101'. */
  apartment_id: string;
  /** Start of the ownership, epoch ms. */
  since: Millis;
  /** Name of the owner; '' if unknown. */
  owner_name: string;
  owner_document: string | null;
}

/** Converts new owners to rows for the database. */
export const ownerRows = (owners: readonly NewOwner[]): OwnerRow[] =>
  owners.map((owner) => ({
    apartment_id: owner.apartmentId,
    since: owner.since,
    owner_name: owner.owner,
    owner_document: owner.ownerDocument,
  }));

/** Contacts of an owner as a row for the database: lists as JSON text, null if unknown. */
export interface ContactRow {
  apartment_id: string;
  emails: string | null;
  phones: string | null;
}

/** Converts contacts to rows for the database. */
export const contactRows = (contacts: readonly (Contacts & { apartmentId: string })[]): ContactRow[] =>
  contacts.map(({ apartmentId, emails, phones }) => ({
    apartment_id: apartmentId,
    emails: listOut(emails),
    phones: listOut(phones),
  }));

/** Stored row of a unit with the current owner; the owner's fields are null without a known owner. */
export interface StoredUnitRow extends Omit<UnitRow, 'position'> {
  retired_at: Millis | null;
  owner_name: string | null;
  owner_document: string | null;
  since: Millis | null;
  owner_emails: string | null;
  owner_phones: string | null;
}

/** Converts rows of the database to units, in the same order, with retired units last. */
export function storedUnits(rows: readonly StoredUnitRow[]): StoredUnit[] {
  const units = rows.map((row) => ({
    apartmentId: row.apartment_id,
    kind: row.kind,
    mainApartmentId: row.main_apartment_id,
    coefficient: row.coefficient,
    owner: row.owner_name ?? '',
    ownerDocument: row.owner_document,
    emails: listIn(row.owner_emails),
    phones: listIn(row.owner_phones),
    retired: row.retired_at !== null,
    ownerSince: row.since,
  }));
  return [...units.filter((unit) => !unit.retired), ...units.filter((unit) => unit.retired)];
}

const listIn = (stored: string | null): string[] => (stored === null ? [] : JSON.parse(stored));
const listOut = (list: readonly string[]): string | null => (list.length === 0 ? null : JSON.stringify(list));

import type { NewPower, PowersReport } from '../../../shared/assemblies/powers/powers.api.ts';
import { mayBeSame, type NamedPerson } from '../../../shared/properties/person.ts';
import { Problem } from '../../platform/http/problem.ts';
import { isUnitOf, judgeHolder, judgePaper, type PowerBook } from './limits.ts';
import type { EnteredPower, StoredPower } from './powers.repository.ts';
import type { PowerRow, PowersTable } from './sheet-table.ts';

/**
 * Makes a power of attorney to store from the request: trims texts, and sets the owner on the roll as the granter
 * if the request names no granter.
 * @throws Problem apartmentNotFound with the units, powerToOwner if the representative is the owner
 */
export function enteredOf(book: PowerBook, newPower: NewPower): EnteredPower {
  const { roll } = book;
  const unknown = newPower.apartmentIds.filter((id) => !roll.has(id));
  if (unknown.length > 0) throw new Problem('apartmentNotFound', { apartments: unknown });
  const holder = personOf(newPower.holder);
  const substitute = newPower.substitute && personOf(newPower.substitute);
  for (const person of [holder, ...(substitute ? [substitute] : [])])
    if (ownOf(book, person, newPower.apartmentIds).length > 0) throw new Problem('powerToOwner');
  return {
    granter:
      newPower.granter === undefined ? ownerOf(book, newPower.apartmentIds) : personOf(newPower.granter),
    holder,
    ...(substitute && { substitute }),
    origin: newPower.atDoor === true ? 'door' : 'typed',
    instructions: newPower.instructions?.trim() || null,
    apartmentIds: newPower.apartmentIds,
  };
}

const personOf = ({ name, document }: { name: string; document?: string | null }): NamedPerson => ({
  name: name.trim(),
  document: document?.trim() || null,
});

/** Owner of the first named unit, as on the assembly's roll. */
export function ownerOf({ roll }: PowerBook, apartmentIds: readonly string[]): NamedPerson {
  const [first = ''] = apartmentIds;
  const unit = roll.get(first)?.[0];
  const name = unit?.owner ?? '';
  return { name: name === '' ? `Propietario de ${first}` : name, document: unit?.ownerDocument ?? null };
}

const ownOf = ({ roll }: PowerBook, person: NamedPerson, apartmentIds: readonly string[]): string[] =>
  apartmentIds.filter((id) => isUnitOf(roll.get(id)?.[0], person));

/**
 * Checks the powers of attorney of an uploaded sheet against the current roll and powers of an assembly. Returns a
 * report with every problem by row and column, and the powers to store.
 */
export function judgeSheet(
  book: PowerBook,
  table: PowersTable,
): { report: PowersReport; powers: EnteredPower[] } {
  const problems = [...table.problems];
  const unitsOf = unitNames(table, unitFinder(book));
  const rowOf = new Map<string, number>();
  const powers: EnteredPower[] = [];
  const rows: PowersReport['rows'] = [];
  const entered: StoredPower[] = [];
  for (const row of table.rows) {
    const add = (
      severity: 'error' | 'warning',
      column: string | undefined,
      [code, message]: readonly [string, string],
    ) => problems.push({ row: row.row, column: column ?? null, severity, code, message });
    const apartmentIds: string[] = [];
    const named = unitsOf(row);
    for (const { text, fitting } of named) {
      const [apartmentId] = fitting;
      const twice = apartmentId === undefined ? undefined : rowOf.get(apartmentId);
      if (apartmentId === undefined) {
        add('error', table.labels.units, [
          'unitUnknown',
          `El inmueble «${text.slice(0, 60)}» no está en el censo.`,
        ]);
      } else if (fitting.length > 1) {
        const message = `«${text.slice(0, 60)}» puede ser ${fitting.join(' o ')}. Escriba el inmueble como está en el censo, sin columna de torre.`;
        add('error', table.labels.units, ['unitDoubtful', message]);
      } else if (twice !== undefined) {
        const where = twice === row.row ? 'dos veces en la fila' : `también en la fila ${twice}`;
        add('error', table.labels.units, ['unitTwice', `El inmueble ${apartmentId} está ${where}.`]);
      } else {
        rowOf.set(apartmentId, row.row);
        apartmentIds.push(apartmentId);
      }
    }
    if (apartmentIds.length < named.length) continue;
    const power = powerOf(book, row, apartmentIds);
    const { holder, granter, instructions } = power;
    rows.push({ row: row.row, apartmentIds, granter, holder, instructions });
    const own = ownOf(book, holder, apartmentIds);
    if (own.length > 0) {
      const message = `${holder.name} es propietario de ${own.join(', ')}: no necesita poder.`;
      add('error', table.labels.holder, ['powerToOwner', message]);
    }
    for (const one of againstOf(book, power)) add(one.severity, table.labels.units, [one.code, one.message]);
    const now = { ...book, powers: [...book.powers, ...entered] };
    const label = table.labels.holder;
    for (const { code, message, blocks } of judgeHolder(now, holder, apartmentIds, { withPending: true })) {
      add(blocks ? 'error' : 'warning', label, [code, message]);
    }
    for (const { code, message } of judgePaper(book, power)) {
      const column = code === 'noDocument' ? (table.labels.holderDocument ?? label) : table.labels.granter;
      add('warning', column, [code, message]);
    }
    powers.push(power);
    entered.push(pending(power));
  }
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  const { sheet, account } = table;
  return { report: { committed: false, sheet, rows, problems, account }, powers };
}

const powerOf = (book: PowerBook, row: PowerRow, apartmentIds: string[]): EnteredPower => ({
  granter: row.granter ?? ownerOf(book, apartmentIds),
  holder: row.holder,
  origin: 'imported',
  instructions: row.instructions,
  apartmentIds,
});

/**
 * Warnings about a power of the sheet, compared with the assembly's powers: already entered, or replaces another
 * power.
 */
function againstOf(
  { powers }: PowerBook,
  { holder, apartmentIds }: EnteredPower,
): Pick<PowersReport['problems'][number], 'severity' | 'code' | 'message'>[] {
  return apartmentIds.flatMap((apartmentId) =>
    powers.flatMap((power): ReturnType<typeof againstOf> => {
      const isOpen = power.state === 'pending' || power.state === 'accepted';
      const isOfUnit = power.units.some((unit) => unit.apartmentId === apartmentId && unit.end === null);
      if (!isOpen || !isOfUnit) return [];
      if (mayBeSame(power.holder, holder)) {
        const message = `El poder de ${apartmentId} a favor de ${holder.name} ya está en la lista.`;
        return [{ severity: 'error', code: 'powerKnown', message }];
      }
      const message = `El inmueble ${apartmentId} ya tiene un poder a favor de ${power.holder.name}: vale el que se acepte de último.`;
      return [{ severity: 'warning', code: 'otherPower', message }];
    }),
  );
}

/** Power of an earlier row in the form of a stored power, to compare later rows with. */
const pending = ({ apartmentIds, ...power }: EnteredPower): StoredPower => ({
  ...power,
  powerId: 0,
  enteredAt: 0,
  enteredBy: '',
  state: 'pending',
  decidedAt: null,
  decidedBy: null,
  reason: null,
  usedAt: null,
  units: apartmentIds.map((apartmentId) => ({ apartmentId, standing: false, end: null })),
});

/**
 * Returns a function to find the unit on the assembly's roll for a text, also with another case, other spaces and signs.
 * Undefined for no unit, or for several units.
 */
function unitFinder({ roll }: PowerBook): (text: string) => string | undefined {
  const unitByText = new Map<string, string>();
  const several = new Set<string>();
  for (const apartmentId of roll.keys()) {
    const name = plainUnit(apartmentId);
    if (unitByText.has(name)) several.add(name);
    unitByText.set(name, apartmentId);
  }
  for (const name of several) unitByText.delete(name);
  return (text) => (roll.has(text) ? text : unitByText.get(plainUnit(text)));
}

/**
 * Returns a function for the units named in a row of a sheet, with the fitting units of the roll: with the tower, and each
 * unit of a cell with several units. In a sheet with a single tower, a roll without towers has the names; a unit with and
 * a unit without the tower are in doubt.
 */
function unitNames(
  { rows }: PowersTable,
  idOf: (text: string) => string | undefined,
): (row: PowerRow) => { text: string; fitting: string[] }[] {
  const hasTowers = new Set(rows.map(({ tower }) => tower)).size > 1;
  return ({ tower, units }) => {
    const unitOf = (text: string) => {
      const whole = tower === '' ? text : `${tower}-${text}`;
      const texts = hasTowers ? [whole] : [whole, text];
      return {
        text: hasTowers ? whole : text,
        fitting: [...new Set(texts.flatMap((one) => idOf(one) ?? []))],
      };
    };
    const isUnit = (text: string) => unitOf(text).fitting.length > 0;
    const parts = units.flatMap((text) => {
      if (isUnit(text)) return [text];
      // Lines of a cell, or units between slashes.
      const lines = text.split(/\s+y\s+|\s*\/\s*|\s+/i);
      return lines.every(isUnit) ? lines : text.split(/\s+y\s+/i);
    });
    return parts.map(unitOf);
  };
}

/** Words and numbers of a name, never joined: '1-101' is another unit than '11-01' and '1101'. */
const plainUnit = (text: string): string => (text.toUpperCase().match(/[A-Z]+|\d+/g) ?? []).join('-');

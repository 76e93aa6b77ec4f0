import { describe, expect, it } from 'vitest';
import { nano } from '../../shared/coefficient.ts';
import type { StoredUnit, Unit } from './apartments.repository.ts';
import { changeOfTable } from './table-change.ts';

const unit = (apartmentId: string, owner = 'Ana', rest: Partial<Unit> = {}): Unit => ({
  apartmentId,
  kind: 'vivienda',
  mainApartmentId: null,
  coefficient: nano(1),
  owner,
  ownerDocument: null,
  ...rest,
});
const stored = (apartmentId: string, owner = 'Ana', rest: Partial<StoredUnit> = {}): StoredUnit => ({
  ...unit(apartmentId, owner),
  emails: [],
  phones: [],
  retired: false,
  ownerSince: owner === '' ? null : 100,
  ...rest,
});

describe('what a new table changes', () => {
  it('retires who is not named, once', () => {
    const before = [stored('1'), stored('2'), stored('3', 'Ana', { retired: true })];
    expect(changeOfTable(before, [unit('1')], 200).missing).toEqual(['2']);
  });

  it('dates new owners, and only them', () => {
    const before = [stored('1'), stored('2'), stored('3', ''), stored('4'), stored('5')];
    const now = [
      unit('1'),
      unit('2', 'Berta'),
      unit('3', ''),
      unit('4', ''),
      unit('5', 'Ana', { ownerDocument: '900' }),
      unit('6', 'Carlos'),
      unit('7', ''),
    ];
    const starts = changeOfTable(before, now, 200).owners.map((o) => [o.apartmentId, o.owner, o.since]);
    expect(starts).toEqual([
      ['2', 'Berta', 200],
      ['4', '', 200],
      ['5', 'Ana', 200],
      ['6', 'Carlos', 200],
    ]);
  });

  it('never begins an owner before the last one began', () => {
    const { owners } = changeOfTable([stored('1')], [unit('1', 'Berta')], 100);
    expect(owners[0]?.since).toBe(101);
  });

  it('keeps contacts that the table says nothing of, and no other owner inherits them', () => {
    const known = { emails: ['ana@correo.co'], phones: ['3001234567'] };
    const before = [1, 2, 3, 4, 5].map((id) => stored(String(id), 'Ana', known));
    const now = [
      unit('1'),
      unit('2', 'Berta'),
      unit('3', 'Ana', { ownerDocument: '900' }),
      { ...unit('4'), emails: ['otra@correo.co'], phones: [] },
      { ...unit('5'), ...known },
      { ...unit('6', 'Carlos'), emails: ['carlos@correo.co'], phones: null },
    ];
    const change = changeOfTable(before, now, 200);
    expect(change.units.map(({ emails, phones }) => [emails, phones])).toEqual([
      [known.emails, known.phones],
      [[], []],
      [known.emails, known.phones],
      [['otra@correo.co'], []],
      [known.emails, known.phones],
      [['carlos@correo.co'], []],
    ]);
    expect(change.contacts).toEqual([
      { apartmentId: '3', ...known },
      { apartmentId: '4', emails: ['otra@correo.co'], phones: [] },
      { apartmentId: '6', emails: ['carlos@correo.co'], phones: [] },
    ]);
  });

  it('keeps the spelling of a unit that is known in another case', () => {
    const { units, missing, owners } = changeOfTable(
      [stored('T2-504'), stored('Parq Ñ')],
      [unit('t2-504'), unit('PARQ ñ', 'Ana', { mainApartmentId: 't2-504' })],
      200,
    );
    expect(units.map((u) => [u.apartmentId, u.mainApartmentId])).toEqual([
      ['T2-504', null],
      ['Parq Ñ', 'T2-504'],
    ]);
    expect([missing, owners]).toEqual([[], []]);
  });
});

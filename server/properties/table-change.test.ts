import { describe, expect, it } from 'vitest';
import { nano } from '../../shared/coefficient.ts';
import { changeOfTable } from './table-change.ts';
import type { StoredUnit, UnitOfJoint } from './unit-rows.ts';

const unit = (apartmentId: string, owner = 'Ana', rest: Partial<UnitOfJoint> = {}): UnitOfJoint => ({
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

describe('the changes of a new table', () => {
  it('retires each missing unit once', () => {
    const before = [stored('1'), stored('2'), stored('3', 'Ana', { retired: true })];
    expect(changeOfTable(before, [unit('1')], 200).missing).toEqual(['2']);
  });

  it('dates new owners only', () => {
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

  it('an owner never starts before the former owner', () => {
    const { owners } = changeOfTable([stored('1')], [unit('1', 'Berta')], 100);
    expect(owners[0]?.since).toBe(101);
  });

  it('keeps contacts missing in the table; a new owner does not inherit contacts', () => {
    const contacts = { emails: ['ana@correo.co'], phones: ['3001234567'] };
    const before = [1, 2, 3, 4, 5].map((id) => stored(String(id), 'Ana', contacts));
    const now = [
      unit('1'),
      unit('2', 'Berta'),
      unit('3', 'Ana', { ownerDocument: '900' }),
      { ...unit('4'), emails: ['otra@correo.co'], phones: [] },
      { ...unit('5'), ...contacts },
      { ...unit('6', 'Carlos'), emails: ['carlos@correo.co'], phones: null },
    ];
    const change = changeOfTable(before, now, 200);
    expect(change.units.map(({ emails, phones }) => [emails, phones])).toEqual([
      [contacts.emails, contacts.phones],
      [[], []],
      [contacts.emails, contacts.phones],
      [['otra@correo.co'], []],
      [contacts.emails, contacts.phones],
      [['carlos@correo.co'], []],
    ]);
    expect(change.contacts).toEqual([
      { apartmentId: '3', ...contacts },
      { apartmentId: '4', emails: ['otra@correo.co'], phones: [] },
      { apartmentId: '6', emails: ['carlos@correo.co'], phones: [] },
    ]);
  });

  it('keeps the stored spelling of a unit with other letter case', () => {
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

  it('reports added, removed, renamed and changed units before storing', () => {
    const before = [
      stored('101', 'Ana', { coefficient: nano(10) }),
      stored('1-201', 'Luis', { coefficient: nano(20), ownerDocument: '52' }),
      stored('PARQ 1', 'Eva', { coefficient: nano(3) }),
      stored('PARQ 2', 'Eva', { coefficient: nano(3) }),
      stored('305', 'Sol', { coefficient: nano(7) }),
      stored('9', 'Luz', { retired: true }),
    ];
    const now = [
      unit('0101', 'Ana', { coefficient: nano(11) }),
      unit('1 201', 'Luis', { coefficient: nano(20), ownerDocument: '53' }),
      unit('PARQ 3', 'Eva', { coefficient: nano(3), mainApartmentId: '0101' }),
      unit('A-305', 'Sol', { coefficient: nano(7) }),
      unit('9', 'Luz'),
    ];
    const change = changeOfTable(before, now, 200);
    expect(change.units.map(({ apartmentId, mainApartmentId }) => [apartmentId, mainApartmentId])).toEqual([
      ['101', null],
      ['1-201', null],
      ['PARQ 3', '101'],
      ['A-305', null],
      ['9', null],
    ]);
    expect(change.reported).toEqual({
      added: ['PARQ 3', 'A-305', '9'],
      renamed: [
        { apartmentId: '0101', before: '101', isKept: true },
        { apartmentId: '1 201', before: '1-201', isKept: true },
        { apartmentId: 'A-305', before: '305', isKept: false },
      ],
      coefficients: [{ apartmentId: '101', before: 1e-8, after: 1.1e-8 }],
      owners: [{ apartmentId: '1-201', before: 'Luis (52)', after: 'Luis (53)' }],
    });
    expect(change.missing).toEqual(['PARQ 1', 'PARQ 2', '305']);
    const changeWithKept = changeOfTable(before, now, 200, true);
    expect(changeWithKept.units.map(({ apartmentId }) => apartmentId)).toContain('305');
    expect(changeWithKept.missing).toEqual(['PARQ 1', 'PARQ 2']);
    expect(changeWithKept.reported?.renamed.at(-1)).toEqual({
      apartmentId: 'A-305',
      before: '305',
      isKept: true,
    });
    expect(changeOfTable([], now, 200).reported).toBeNull();
  });

  it('keeps kind and document missing in the table', () => {
    const before = [stored('1', 'Ana', { kind: 'parqueadero', ownerDocument: '52' })];
    const nothing = { isKindSaid: false, isDocumentSaid: false };
    const [same] = changeOfTable(before, [{ ...unit('1'), ...nothing }], 200).units;
    expect([same?.kind, same?.ownerDocument]).toEqual(['parqueadero', '52']);
    const [other] = changeOfTable(before, [{ ...unit('1', 'Eva'), ...nothing }], 200).units;
    expect(other?.ownerDocument).toBeNull();
    const [changedUnit] = changeOfTable(before, [unit('1')], 200).units;
    expect([changedUnit?.kind, changedUnit?.ownerDocument]).toEqual(['vivienda', null]);
  });
});

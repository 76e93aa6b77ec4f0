import { expect, it } from 'vitest';
import { groupByOwner, type RollUnit } from './roll-owners.ts';

const unit = (apartmentId: string, ownerKey: string, rest: Partial<RollUnit> = {}): RollUnit => ({
  jointId: 1,
  apartmentId,
  owner: ownerKey.split(':')[1] ?? '',
  ownerDocument: ownerKey.startsWith('document:') ? ownerKey.slice(9) : null,
  ownerKey,
  emails: [],
  linked: [],
  ...rest,
});
const people = (...units: RollUnit[]) => groupByOwner(units).map(({ apartments }) => apartments);

it('the same document is the same owner; without documents, the same name', () => {
  expect(
    people(
      unit('101', 'document:1', { owner: 'Ana', emails: ['ana@correo.co'] }),
      unit('102', 'name:LUIS'),
      unit('P-1', 'document:1', { owner: 'Ana R.' }),
      unit('P-2', 'name:LUIS'),
      unit('103', 'unit:103', { owner: '' }),
    ),
  ).toEqual([
    ['101', 'P-1'],
    ['102', 'P-2'],
  ]);
});

it('the same address is the same owner unless documents differ', () => {
  const at = (...emails: string[]) => ({ emails });
  expect(people(unit('1', 'name:ANA', at('a@x.co')), unit('2', 'name:ANA R', at('A@X.co')))).toEqual([
    ['1', '2'],
  ]);
  expect(people(unit('1', 'name:ANA', at('a@x.co')), unit('2', 'document:1', at('a@x.co')))).toEqual([
    ['1', '2'],
  ]);
  // A couple with a shared address stays two owners. A third owner with the address cannot be assigned to either.
  expect(
    people(
      unit('1', 'document:1', at('casa@x.co')),
      unit('2', 'document:2', at('casa@x.co')),
      unit('3', 'name:HIJO', at('casa@x.co')),
    ),
  ).toEqual([['1'], ['2'], ['3']]);
  // Three owners in a chain of shared addresses are a single owner.
  expect(
    people(
      unit('1', 'name:A', at('a@x.co')),
      unit('2', 'name:B', at('b@x.co')),
      unit('3', 'name:C', at('b@x.co', 'a@x.co')),
    ),
  ).toEqual([['1', '2', '3']]);
  expect(
    people(
      unit('1', 'document:1', at('a@x.co')),
      unit('2', 'name:B', at('a@x.co', 'b@x.co')),
      unit('3', 'document:2', at('b@x.co')),
    ),
  ).toEqual([['1', '2'], ['3']]);
});

it('an owner has addresses, users and unlinked units; a unit of joint and sector appears once', () => {
  const [ana] = groupByOwner([
    unit('101', 'document:1', { owner: 'Ana', emails: ['Ana@correo.co', 'otra@correo.co'] }),
    unit('102', 'document:1', { linked: [{ userId: 7, disabled: false }] }),
    unit('103', 'document:1', { linked: [{ userId: 8, disabled: true }] }),
    unit('101', 'document:1', { jointId: 2, emails: ['ana@correo.co'] }),
    unit('S-1', 'document:1', { jointId: 2 }),
  ]);
  expect(ana).toEqual({
    name: 'Ana',
    document: '1',
    emails: ['Ana@correo.co', 'otra@correo.co'],
    linked: [7, 8],
    apartments: ['101', '102', '103', 'S-1'],
    unlinked: [
      { jointId: 1, apartmentId: '101' },
      { jointId: 1, apartmentId: '103' },
      { jointId: 2, apartmentId: 'S-1' },
    ],
  });
});

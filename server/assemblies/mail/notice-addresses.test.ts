import { expect, it } from 'vitest';
import { addressAt, mayTakeLink, type StoredAddress } from './notice-addresses.ts';

const ana = { name: 'ANA RUIZ', document: '52123456' };
const both = { name: 'ANA RUIZ / LUIS PÉREZ', document: '52123456 / 79123456' };
const luis = { name: 'LUIS PÉREZ', document: '79123456' };
const address: StoredAddress = {
  addressId: 1,
  apartmentId: '101',
  owner: ana,
  kind: 'mail',
  value: 'ana@correo.co',
  since: '2026-01-01',
  proof: 'Formato',
  enteredAt: 0,
};
const now = Date.parse('2026-06-01T12:00:00Z');
const unit = (apartmentId: string, owner: typeof ana, ownerKey: string) => ({
  apartmentId,
  ownerKey,
  ...owner,
});
const keys: Readonly<Record<string, string>> = { '101': 'ana', '102': 'both', '103': 'luis' };
const of = (user: { name: string; document: string | null }, own: ReturnType<typeof unit>[]) => ({
  user,
  own,
  ownerKey: (id: string) => keys[id],
  isElsewhere: false,
});

it('an erased address is never valid', () => {
  const owner = { ...ana, apartments: ['101'] };
  expect(addressAt([address], owner, now)?.value).toBe('ana@correo.co');
  expect(addressAt([{ ...address, value: 'suprimido' }], owner, now)).toBeNull();
});

it('a link goes to the address of a co-owner only for the co-owner', () => {
  const [own, shared, other] = [
    unit('101', ana, 'ana'),
    unit('102', both, 'both'),
    unit('103', luis, 'luis'),
  ];
  expect(mayTakeLink(address, of(ana, [own, shared]))).toBe(true);
  expect(mayTakeLink(address, of(luis, [shared]))).toBe(false);
  expect(mayTakeLink(address, of(ana, [own, other]))).toBe(false);
  const ofBoth = { owner: both, apartmentId: '102' };
  expect(mayTakeLink(ofBoth, of(luis, [shared]))).toBe(true);
  expect(mayTakeLink(ofBoth, of(luis, [shared, other]))).toBe(false);
});

it('a link goes to no address of perhaps the same person, nor with units of other joints', () => {
  const gestora = { name: 'GESTORA', document: null };
  expect(mayTakeLink(address, of(gestora, [unit('101', ana, 'ana')]))).toBe(true);
  expect(mayTakeLink(address, { ...of(gestora, [unit('101', ana, 'ana')]), isElsewhere: true })).toBe(false);
  // Equal names without documents, kept apart by the administrator.
  const bare = { owner: { name: 'ANA RUIZ', document: null }, apartmentId: '101' };
  const namesake = unit('104', { name: 'ANA RUIZ', document: '' }, 'another');
  expect(mayTakeLink(bare, of({ name: 'ANA RUIZ', document: null }, [namesake]))).toBe(false);
});

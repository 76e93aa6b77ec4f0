import { expect, it } from 'vitest';
import type { Power } from '../../../../../shared/assemblies/powers/powers.api.ts';
import { heldPowers } from './held-powers.ts';

const unit = { apartmentId: '103', owner: 'EVA', coefficient: 15, end: null, isRegistered: false };
const power: Power = {
  powerId: 7,
  granter: { name: 'EVA', document: null },
  holder: { name: 'Marta Ruiz', document: '52.123.456' },
  substitute: { name: 'Luis Paz', document: '79.1' },
  units: [unit],
  coefficient: 15,
  origin: 'phone',
  instructions: null,
  enteredAt: '2026-03-01T15:00:00.000Z',
  enteredBy: 'Eva',
  state: 'accepted',
  decidedAt: null,
  decidedBy: null,
  reason: null,
  pages: [],
  warnings: [],
  holderUnits: ['102'],
};
const comes = (name: string, document = '', units: string[] = [], powers = [power]) =>
  heldPowers(powers, { attendee: { byProxy: false, name, document, capacity: null } }, units);

it('holder and substitute of a power are found by name or document, other people not', () => {
  const held = { powerIds: [7], units: [{ apartmentId: '103', owner: 'EVA' }] };
  expect(comes('Marta Ruiz')).toEqual({ ...held, holder: 'Marta Ruiz' });
  expect(comes('', '79.1')).toEqual({ ...held, holder: 'Luis Paz' });
  expect(comes('', '', ['102'])).toEqual({ ...held, holder: 'Marta Ruiz' });
  expect(comes('Iván Díaz')).toEqual({ powerIds: [], units: [], holder: null });
  const registered = { ...power, units: [{ ...unit, isRegistered: true }] };
  expect(comes('Luis Paz', '', [], [registered]).powerIds).toEqual([]);
});

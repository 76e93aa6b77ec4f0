import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { centavos } from '../../../shared/money.ts';
import type { GatewayKeys } from './gateway.types.ts';
import { wompi } from './wompi.ts';

const keys: GatewayKeys = {
  environment: 'production',
  publicKey: 'pub_prod_1',
  integritySecret: 'prod_integrity_TEST',
  eventsSecret: 'prod_events_OcHnIzeBl5socpwByQ4hA52Em3USQ93Z',
  privateKey: 'prv_prod_1',
};
const adapter = wompi();

const transaction = {
  id: '1234-1610641025-49201',
  status: 'APPROVED',
  amount_in_cents: 4_490_000,
  reference: 'SCAF-1',
  currency: 'COP',
  customer_email: 'ana@correo.co',
};
const properties = ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'];
const checksum = '5a18ec5e8fdb7df463e9f94774cba8f583ba21bd04a09ceff2ea68a4bc0aefbe';
/** Notification of the specification's vector. */
const vector = {
  event: 'transaction.updated',
  data: { transaction },
  environment: 'prod',
  signature: { properties, checksum },
  timestamp: 1_530_291_411,
  sent_at: '2018-06-29T16:56:51.000Z',
};
const read = (body: unknown, of = keys) => adapter.readNotification(of, { headers: {}, body });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('notification of Wompi', () => {
  it("the specification's vector is read, also in capitals", () => {
    const expected = { id: transaction.id, state: 'APPROVED', reference: 'SCAF-1', amount: 4_490_000 };
    expect(read(vector)).toEqual({ ...expected, currency: 'COP', at: 1_530_291_411_000, isBound: true });
    const capitals = { ...vector, signature: { properties, checksum: checksum.toUpperCase() } };
    expect(read(capitals)).toMatchObject(expected);
  });

  it('further signed fields count in the order of the list', () => {
    const more = [...properties, 'transaction.currency', 'transaction.reference'];
    const text = `${transaction.id}APPROVED4490000COPSCAF-1${vector.timestamp}${keys.eventsSecret}`;
    const body = { ...vector, signature: { properties: more, checksum: sha256(text) } };
    expect(read(body)).toMatchObject({ reference: 'SCAF-1', isBound: false });
    const other = { ...body, data: { transaction: { ...transaction, reference: 'SCAF-2' } } };
    expect(read(other)).toBeNull();
    const swapped = { ...body, signature: { ...body.signature, properties: more.toReversed() } };
    expect(read(swapped)).toBeNull();
  });

  it.each(['id', 'status', 'amount_in_cents'])(
    'a list without %s is refused, rightly signed too',
    (field) => {
      const fewer = properties.filter((name) => name !== `transaction.${field}`);
      const text = fewer.map((name) => Reflect.get(transaction, name.split('.')[1] ?? '')).join('');
      const signed = sha256(`${text}${vector.timestamp}${keys.eventsSecret}`);
      expect(read({ ...vector, signature: { properties: fewer, checksum: signed } })).toBeNull();
    },
  );

  it('a text cut into other parts by another list is not bound', () => {
    const [id, rest] = [transaction.id.slice(0, 9), transaction.id.slice(9)];
    const lists = [
      { id, x: rest, list: ['id', 'x', 'status', 'amount_in_cents'] },
      { amount_in_cents: 449, y: '0000', list: ['id', 'status', 'amount_in_cents', 'y'] },
      { list: ['id', 'status', 'amount_in_cents', 'empty'], empty: '' },
    ];
    for (const { list, ...part } of lists) {
      const cut = list.map((name) => `transaction.${name}`);
      const data = { transaction: { ...transaction, ...part } };
      expect(read({ ...vector, data, signature: { properties: cut, checksum } })).toMatchObject({
        isBound: false,
      });
    }
  });

  it('digits moved between the amount and the time are refused', () => {
    const moved = { ...transaction, amount_in_cents: 44_900_001 };
    expect(read({ ...vector, data: { transaction: moved }, timestamp: 530_291_411 })).toBeNull();
    const back = { ...transaction, amount_in_cents: 449_000 };
    expect(read({ ...vector, data: { transaction: back }, timestamp: 1_530_291_411 })).toBeNull();
  });

  it('every other body is refused without an error', () => {
    const nested: unknown = JSON.parse('['.repeat(8_000) + ']'.repeat(8_000));
    const changed = (part: object) => ({ ...vector, data: { transaction: { ...transaction, ...part } } });
    const bodies = [
      ...[null, undefined, 7, 'text', [], {}, { signature: null }, { ...vector, data: null }],
      ...[changed({ status: 'VOIDED' }), changed({ amount_in_cents: 1 }), changed({ id: 'x' })],
      { ...vector, timestamp: String(vector.timestamp) },
      { ...vector, signature: { properties, checksum: checksum.slice(2) } },
      { ...vector, signature: { properties, checksum: `${checksum.slice(0, 63)}f` } },
      { ...vector, signature: { properties: [...properties, '__proto__.x'], checksum } },
      { ...vector, signature: { properties: [...properties, 'transaction'], checksum } },
      { ...vector, signature: { properties: [...properties, { toString: 1 }], checksum } },
      { ...vector, signature: { properties: [...properties, nested], checksum } },
      { ...vector, signature: { properties: Array(1_000).fill('transaction.id'), checksum } },
    ];
    for (const [nth, body] of bodies.entries()) expect(read(body), `body ${nth}`).toBeNull();
    expect(read(vector, { ...keys, eventsSecret: 'prod_events_other' })).toBeNull();
    expect(read(vector, { ...keys, eventsSecret: '' })).toBeNull();
  });
});

describe('checkout of Wompi', () => {
  it("the address has the signature of the specification's vector", () => {
    const payment = { reference: 'SCAF-2026-11-101', amount: centavos(24_500_000) };
    const url = new URL(adapter.checkoutUrl(keys, { ...payment, returnUrl: 'https://scaf.co/Paid/1/A' }));
    expect(url.origin + url.pathname).toBe('https://checkout.wompi.co/p/');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      'public-key': 'pub_prod_1',
      currency: 'COP',
      'amount-in-cents': '24500000',
      reference: 'SCAF-2026-11-101',
      'signature:integrity': 'ee3260480621521a78aea9b2a0e65ef4622d033e681302daa5e660feb5af07b0',
      'redirect-url': 'https://scaf.co/Paid/1/A',
    });
  });

  it('keys of another kind or of the trial environment have the wrong form', () => {
    expect(adapter.hasKeyForms(keys)).toBe(true);
    expect(adapter.hasKeyForms({ ...keys, privateKey: '' })).toBe(true);
    expect(adapter.hasKeyForms({ ...keys, environment: 'test' })).toBe(false);
    expect(adapter.hasKeyForms({ ...keys, privateKey: 'pub_prod_1' })).toBe(false);
    expect(adapter.hasKeyForms({ ...keys, publicKey: 'pub_prod_1\n' })).toBe(false);
  });
});

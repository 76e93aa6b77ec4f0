import { expect, it } from 'vitest';
import { defaultSettings } from '../../../shared/billing/settings.api.ts';
import { centavos } from '../../../shared/money.ts';
import { groundOf } from '../../../shared/properties/colour.ts';
import { type DatedSettlement, writeBill } from './month-mail.ts';

const bill = {
  bill: 12,
  month: '2026-11',
  total: centavos(121_800_300),
  apartmentId: '101',
  reference: '1',
  dueDate: '2026-11-30',
  inFavour: centavos(0),
  discount: null,
};
const on: DatedSettlement = {
  day: '2026-11-27',
  amount: centavos(123_575_592),
  interest: centavos(1_775_292),
  saved: centavos(0),
  missing: [],
};
const face = { ...groundOf(null), crest: null };
const mail = { name: 'ANA', jointName: 'De prueba', face, places: defaultSettings, bill };
const textOf = (settlement: DatedSettlement): string =>
  writeBill({ ...mail, settlement, help: '¿Necesita ayuda? Llame al 601 555 0134.' }).text;

it("a bill's mail names the amount that settles the account on the day of the mail", () => {
  expect(textOf(on).replaceAll('\u00a0', ' ')).toContain(
    'Si paga el 27/11/2026: $ 1.235.755,92, con $ 17.752,92 de intereses de mora hasta ese día',
  );
});

it("a bill's mail tells owners the phone for help", () => {
  expect(textOf(on)).toContain('¿Necesita ayuda? Llame al 601 555 0134.');
});

it("a bill's mail is silent if the total settles the account, and if a ceiling is missing", () => {
  expect(textOf({ ...on, amount: bill.total, interest: centavos(0) })).not.toContain('Si paga el');
  expect(textOf({ ...on, missing: ['2026-11'] })).not.toContain('Si paga el');
});

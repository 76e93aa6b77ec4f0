import { describe, expect, it } from 'vitest';
import {
  allocationWords,
  type InterestItem,
  type Item,
  interestWords,
  originOf,
  reckoningWords,
} from './movement-words.ts';

const charge: Item = {
  item: 1,
  nature: 'fee',
  description: 'Administración',
  opening: false,
  unit: null,
  receipt: null,
  month: '2026-08',
  valueDate: '2026-08-01',
  postingDate: '2026-08-01',
  dueDate: '2026-08-28',
  amount: 250_000,
  open: 250_000,
  overdue: true,
  allocations: [],
  interest: [],
};
const late = { receipt: 3, valueDate: '2026-08-25', postingDate: '2026-11-06' };
const line: InterestItem = {
  source: 'Administración',
  sourceUnit: null,
  sourceDueDate: '2026-08-28',
  month: '2026-09',
  principal: 250_000,
  annualRate: 24,
  monthlyRate: 1.808758,
  amount: 4521.9,
  way: 'fullMonths',
  stretches: [],
  rateUnit: 'annual',
  dailyRate: null,
  toPeso: false,
};

describe('words of a movement', () => {
  it('originOf describes a charge and an opening debt', () => {
    expect(originOf(charge)).toBe(
      'Se cobró $\u00a0250.000 el 1 de agosto de 2026; vence el 28 de agosto de 2026.',
    );
    const opening = { ...charge, opening: true };
    expect(originOf(opening)).toBe(
      'Ya se debía cuando se empezaron a llevar aquí las cuentas: $\u00a0250.000, con vencimiento el 28 de agosto de 2026.',
    );
    expect(originOf({ ...opening, nature: 'interest' })).toBe(
      'Intereses que ya se debían cuando se empezaron a llevar aquí las cuentas: $\u00a0250.000.',
    );
  });

  it('originOf distinguishes returned interest from the payment behind the return', () => {
    const paid = { ...charge, ...late, nature: 'receipt', amount: -250_000 } as const;
    expect(originOf(paid)).toBe(
      'Recibo de caja 3: $\u00a0250.000, pagado el 25 de agosto de 2026 (se registró el 6 de noviembre de 2026).',
    );
    const saved = { ...paid, nature: 'interestCredit', amount: -4521.9 } as const;
    expect(originOf(saved)).toBe(
      'Se devolvieron $\u00a04.521,90 de intereses ya cobrados: el recibo de caja 3 se había pagado el 25 de agosto de 2026 y se registró el 6 de noviembre de 2026.',
    );
    const interest = { ...charge, nature: 'interest' } as const;
    const credit = { ...late, item: 9, description: 'Intereses no causados', month: null, amount: 4521.9 };
    expect(allocationWords(interest, { ...credit, nature: 'interestCredit' })).toBe(
      'Se descontaron $\u00a04.521,90 que no se causaron: el recibo de caja 3 se había pagado el 25 de agosto de 2026 y se registró el 6 de noviembre de 2026.',
    );
    expect(allocationWords(interest, { ...credit, nature: 'receipt' })).toBe(
      'Se abonaron $\u00a04.521,90 con el recibo de caja 3, pagado el 25 de agosto de 2026 y registrado el 6 de noviembre de 2026.',
    );
    const discount = { ...credit, nature: 'discount', description: 'Descuento por pronto pago' } as const;
    expect(allocationWords(charge, discount)).toBe(
      'Se abonaron $\u00a04.521,90 con Descuento por pronto pago, del 25 de agosto de 2026.',
    );
  });

  it('interestWords names the unpaid part; for a credit the paid part', () => {
    expect(interestWords({ ...charge, postingDate: '2026-10-01' }, line)).toBe(
      'Administración, que venció el 28 de agosto de 2026 y seguía sin pagar al terminar septiembre de 2026',
    );
    expect(
      interestWords({ ...charge, amount: -4521.9 }, { ...line, principal: -250_000, amount: -4521.9 }),
    ).toBe(
      'Administración, que venció el 28 de agosto de 2026: esto ya estaba pagado al terminar septiembre de 2026',
    );
  });

  it('originOf describes rounding down like rounding up', () => {
    expect(originOf({ ...charge, nature: 'rounding', amount: -0.1 })).toBe('El total se redondea al peso.');
  });
});

const november: InterestItem = {
  source: 'Administración',
  sourceUnit: null,
  sourceDueDate: '2026-10-31',
  month: '2026-11',
  principal: 250_000,
  annualRate: 25.62,
  monthlyRate: 1.91894,
  amount: 4797.35,
  way: 'fullMonths',
  stretches: [],
  rateUnit: 'annual',
  dailyRate: null,
  toPeso: false,
};

it('interestWords names the end of a finished month', () => {
  expect(interestWords({ amount: 4797.35, postingDate: '2026-12-01' }, november)).toBe(
    'Administración, que venció el 31 de octubre de 2026 y seguía sin pagar al terminar noviembre de 2026',
  );
});

it('interestWords of an unfinished month states only facts up to the posting', () => {
  for (const postingDate of ['2026-11-22', '2026-11-30']) {
    const words = interestWords({ amount: 4797.35, postingDate }, november);
    expect(words).toContain(`y seguía sin pagar el ${Number(postingDate.slice(8))} de noviembre de 2026;`);
    expect(words).toContain('si se paga antes de terminar noviembre de 2026, estos intereses se devuelven');
  }
  // Returned interest belongs to a month with a payment.
  expect(interestWords({ amount: -4797.35, postingDate: '2026-11-22' }, november)).toContain('al terminar');
});

const days: InterestItem = {
  ...november,
  way: 'days',
  month: '2026-10',
  sourceDueDate: '2026-08-31',
  dailyRate: 0.0625102942142,
  principal: 250_000,
  amount: 2469.16,
  stretches: [
    { from: '2026-10-01', to: '2026-10-01', days: 1, principal: 250_000 },
    { from: '2026-10-02', to: '2026-10-15', days: 14, principal: 150_000 },
    { from: '2026-10-16', to: '2026-10-31', days: 16, principal: 100_000 },
  ],
};

it('interest by days lists each stretch and the sum', () => {
  expect(interestWords({ amount: 2469.16, postingDate: '2026-11-01' }, days)).toBe(
    'Administración, que venció el 31 de agosto de 2026 y estuvo sin pagar 31 días de octubre de 2026',
  );
  expect(reckoningWords(days)).toEqual({
    steps: [
      'El 1: $\u00a0250.000 × 1 día',
      'Del 2 al 15: $\u00a0150.000 × 14 días',
      'Del 16 al 31: $\u00a0100.000 × 16 días',
      'Suma de los días: $\u00a03.950.000 × 0,0625102942 % = $\u00a02.469,16',
    ],
    rate: '25,62 % efectiva anual, que es 0,0625102942 % al día',
  });
  const monthly = { rateUnit: 'monthly', monthlyRate: 1.5, dailyRate: null, toPeso: true } as const;
  const [, second] = days.stretches;
  const one = { ...days, ...monthly, stretches: second ? [second] : [], amount: 1050 };
  expect(reckoningWords(one)).toEqual({
    steps: ['$\u00a0150.000 × 14 días × 1,5 % ÷ 30 = $\u00a01.050, redondeado al peso'],
    rate: '1,5 % mensual: cada día una treintava parte, y el 31 nada',
  });
});

it('interest on the balance names the bill that charged the interest', () => {
  const balance: InterestItem = { ...november, way: 'balance' };
  expect(interestWords({ amount: 4797.35, postingDate: '2026-11-01' }, balance)).toBe(
    'Administración, que venció el 31 de octubre de 2026 y seguía sin pagar cuando se emitió la cuenta de noviembre de 2026: un mes de intereses',
  );
  expect(reckoningWords(balance)).toEqual({
    steps: ['$\u00a0250.000 × 1,91894 % = $\u00a04.797,35'],
    rate: '25,62 % efectiva anual, que es 1,91894 % al mes',
  });
});

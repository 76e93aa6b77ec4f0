import { expect, it } from 'vitest';
import type { LastCharges } from '../../../../shared/billing/drafts.api.ts';
import { repeatedSum, usualConcepts } from './repeated.ts';

const last: LastCharges = {
  year: 2026,
  month: 10,
  concepts: [
    { chargeConceptId: 1, name: 'Cuota de administración', nature: 'fee', feeEnded: false },
    { chargeConceptId: 2, name: 'Multa', nature: 'fine', feeEnded: false },
    { chargeConceptId: 3, name: 'Cuota del salón', nature: 'fee', feeEnded: true },
  ],
  units: [
    { apartmentId: '101', owner: '', charges: [{ chargeConceptId: 1, amount: 100_000.1 }] },
    {
      apartmentId: '102',
      owner: '',
      charges: [
        { chargeConceptId: 1, amount: 100_000.2 },
        { chargeConceptId: 2, amount: 50_000 },
      ],
    },
    { apartmentId: '103', owner: '', charges: [] },
  ],
  unread: [],
};

it('a repeated month charges fees again and applies typed changes', () => {
  expect(usualConcepts(last.concepts)).toEqual([1]);
  expect(repeatedSum(last, [1], [])).toEqual({ amount: 200_000.3, units: 2 });
  expect(repeatedSum(last, [1, 2], [])).toEqual({ amount: 250_000.3, units: 2 });
  const changes = [
    { apartmentId: '101', chargeConceptId: 1, amount: 0 },
    { apartmentId: '103', chargeConceptId: 1, amount: 7 },
    { apartmentId: '103', chargeConceptId: 2, amount: 9 },
  ];
  expect(repeatedSum(last, [1], changes)).toEqual({ amount: 100_007.2, units: 2 });
  expect(repeatedSum(last, [], changes)).toEqual({ amount: 0, units: 0 });
});

import { describe, expect, it } from 'vitest';
import { asAdjustment, type Correction, correctionFaults, emptyCorrection } from './correction.ts';

const typed: Correction = {
  ...emptyCorrection,
  apartmentId: '101',
  amount: '1.234,50',
  reason: ' Cobro doble ',
  concept: 'Parqueadero',
  dueDate: '2026-06-30',
  acta: 'Acta 12',
};

describe('correction of an account', () => {
  it('a correction with missing fields names the fields and is not sent', () => {
    expect(Object.keys(correctionFaults(emptyCorrection))).toEqual(['apartmentId', 'amount', 'reason']);
    expect(asAdjustment(emptyCorrection)).toBeNull();
    const condonation: Correction = { ...typed, kind: 'condonation', acta: ' ' };
    expect(correctionFaults(condonation)).toEqual({ acta: 'Indique el acta.' });
    expect(asAdjustment(condonation)).toBeNull();
  });

  it('asAdjustment sends only the fields of the kind', () => {
    const common = { apartmentId: '101', amount: 1234.5, reason: 'Cobro doble' };
    expect(asAdjustment(typed)).toEqual({
      ...common,
      kind: 'charge',
      nature: 'other',
      concept: 'Parqueadero',
      dueDate: '2026-06-30',
    });
    expect(asAdjustment({ ...typed, kind: 'creditNote', valueDate: '2026-05-02' })).toEqual({
      ...common,
      kind: 'creditNote',
      valueDate: '2026-05-02',
    });
    expect(asAdjustment({ ...typed, kind: 'condonation' })).toEqual({
      ...common,
      kind: 'condonation',
      forgives: 'interest',
      acta: 'Acta 12',
    });
  });
});

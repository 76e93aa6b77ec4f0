import { describe, expect, it } from 'vitest';
import type { RollUnit } from '../../../../shared/assemblies/roll.api.ts';
import {
  changedFacts,
  correctionOf,
  draftOfUnit,
  factLines,
  rollFaults,
  standingFacts,
  typedCoefficient,
} from './words.ts';

const unit: RollUnit = {
  apartmentId: '101',
  owner: 'ANA PÉREZ',
  ownerDocument: '123',
  kind: 'vivienda',
  coefficient: 0.718_247_001,
  pending: null,
};
const waiting: RollUnit = { ...unit, pending: { owner: 'BETO RUIZ', coefficient: 1.5 } };

describe('typed coefficient', () => {
  it('a coefficient is parsed with comma or point, exactly to nine decimals', () => {
    expect(typedCoefficient('0,718247001')).toBe(0.718_247_001);
    expect(typedCoefficient(' 0.718247001 ')).toBe(0.718_247_001);
    expect(typedCoefficient('0')).toBe(0);
  });

  it('a coefficient with ten decimals is rejected, not rounded', () => {
    expect(typedCoefficient('0,7182470011')).toBeNull();
    expect(typedCoefficient('0.7182470010')).toBeNull();
  });

  it.each(['', '-1', 'uno', '1,2,3'])('typedCoefficient returns null for "%s"', (text) => {
    expect(typedCoefficient(text)).toBeNull();
  });
});

describe('correction of the roll', () => {
  it("a correction starts with the unit's data, all decimals included", () => {
    expect(draftOfUnit(unit)).toMatchObject({ owner: 'ANA PÉREZ', coefficient: '0,718247001', reason: '' });
    expect(changedFacts(unit, draftOfUnit(unit))).toEqual({});
  });

  it('a correction starts from pending corrections', () => {
    expect(standingFacts(waiting)).toMatchObject({ owner: 'BETO RUIZ', coefficient: 1.5, kind: 'vivienda' });
    expect(changedFacts(waiting, draftOfUnit(waiting))).toEqual({});
    expect(changedFacts(waiting, draftOfUnit(unit))).toEqual({
      owner: 'ANA PÉREZ',
      coefficient: 0.718_247_001,
    });
  });

  it('a correction sends changed fields and the reason', () => {
    const draft = { ...draftOfUnit(unit), coefficient: '0,9', ownerDocument: ' ', reason: ' Escritura 12 ' };
    expect(correctionOf(unit, draft)).toEqual({
      coefficient: 0.9,
      ownerDocument: null,
      reason: 'Escritura 12',
    });
  });

  it('a correction needs an owner, a valid coefficient and a reason', () => {
    const wrong = { ...draftOfUnit(unit), owner: ' ', coefficient: 'x' };
    expect(Object.keys(rollFaults(unit, wrong)).sort()).toEqual(['coefficient', 'owner', 'reason']);
    expect(rollFaults(unit, { ...draftOfUnit(unit), reason: 'Error de la tabla' })).toEqual({});
  });

  it('a unit that never had an owner needs none', () => {
    const nobodys = { ...unit, owner: '' };
    expect(rollFaults(nobodys, { ...draftOfUnit(nobodys), reason: 'Tipo' })).toEqual({});
  });
});

it('factLines lists only the changes, a line each', () => {
  expect(factLines(unit, { ownerDocument: null, kind: 'local', coefficient: 1 })).toEqual([
    { name: 'Documento', before: '123', after: 'Sin dato' },
    { name: 'Tipo', before: 'Vivienda', after: 'Local' },
    { name: 'Coeficiente', before: '0,718247001', after: '1' },
  ]);
});

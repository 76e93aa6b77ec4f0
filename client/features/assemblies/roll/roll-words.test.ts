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
} from './roll-words.ts';

const unit: RollUnit = {
  apartmentId: '101',
  owner: 'ANA PÉREZ',
  ownerDocument: '123',
  kind: 'vivienda',
  coefficient: 0.718_247_001,
  pending: null,
};
const waiting: RollUnit = { ...unit, pending: { owner: 'BETO RUIZ', coefficient: 1.5 } };

describe('a coefficient as it is typed', () => {
  it('is read with comma or point, to nine decimals, exactly', () => {
    expect(typedCoefficient('0,718247001')).toBe(0.718_247_001);
    expect(typedCoefficient(' 0.718247001 ')).toBe(0.718_247_001);
    expect(typedCoefficient('0')).toBe(0);
  });

  it('is never rounded: with ten decimals it is none', () => {
    expect(typedCoefficient('0,7182470011')).toBeNull();
    expect(typedCoefficient('0.7182470010')).toBeNull();
  });

  it.each(['', '-1', 'uno', '1,2,3'])('is none where "%s" is typed', (text) => {
    expect(typedCoefficient(text)).toBeNull();
  });
});

describe('a correction', () => {
  it('begins as the unit stands, every decimal of it', () => {
    expect(draftOfUnit(unit)).toMatchObject({ owner: 'ANA PÉREZ', coefficient: '0,718247001', reason: '' });
    expect(changedFacts(unit, draftOfUnit(unit))).toEqual({});
  });

  it('goes on from what waits for a question to close', () => {
    expect(standingFacts(waiting)).toMatchObject({ owner: 'BETO RUIZ', coefficient: 1.5, kind: 'vivienda' });
    expect(changedFacts(waiting, draftOfUnit(waiting))).toEqual({});
    expect(changedFacts(waiting, draftOfUnit(unit))).toEqual({
      owner: 'ANA PÉREZ',
      coefficient: 0.718_247_001,
    });
  });

  it('sends what was changed, with the reason', () => {
    const draft = { ...draftOfUnit(unit), coefficient: '0,9', ownerDocument: ' ', reason: ' Escritura 12 ' };
    expect(correctionOf(unit, draft)).toEqual({
      coefficient: 0.9,
      ownerDocument: null,
      reason: 'Escritura 12',
    });
  });

  it('needs an owner, a coefficient that can be read, and a reason', () => {
    const wrong = { ...draftOfUnit(unit), owner: ' ', coefficient: 'x' };
    expect(Object.keys(rollFaults(unit, wrong)).sort()).toEqual(['coefficient', 'owner', 'reason']);
    expect(rollFaults(unit, { ...draftOfUnit(unit), reason: 'Error de la tabla' })).toEqual({});
  });

  it('takes a unit that never had an owner as it is', () => {
    const nobodys = { ...unit, owner: '' };
    expect(rollFaults(nobodys, { ...draftOfUnit(nobodys), reason: 'Tipo' })).toEqual({});
  });
});

it('says what changes, line by line, and nothing else', () => {
  expect(factLines(unit, { ownerDocument: null, kind: 'local', coefficient: 1 })).toEqual([
    { name: 'Documento', before: '123', after: 'Sin dato' },
    { name: 'Tipo', before: 'Vivienda', after: 'Local' },
    { name: 'Coeficiente', before: '0,718247001', after: '1' },
  ]);
});

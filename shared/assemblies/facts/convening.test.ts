import { expect, it } from 'vitest';
import { defined } from '../../defined.ts';
import { isConvenedByLaw } from './convening.ts';

const unit = (apartmentId: string, owner: string, person?: number) => ({
  apartmentId,
  owner,
  coefficient: 10,
  ...defined({ person }),
});

it.each([
  [[unit('101', 'EL SOL S.A.S.'), unit('102', 'El Sol SAS')], false],
  [[unit('101', 'ANA PÉREZ', 1), unit('102', 'PEREZ ANA', 1)], false],
  [[unit('101', 'ANA PÉREZ', 1), unit('102', 'ANA PEREZ', 2)], true],
  [[unit('101', 'ANA'), unit('102', 'LUIS')], true],
  [[unit('101', ''), unit('102', '')], true],
  [[unit('101', 'ANA')], false],
])('persons of %j convene: %s', (units, expected) => {
  expect(isConvenedByLaw(units, 100)).toBe(expected);
  expect(isConvenedByLaw(units, 101)).toBe(false);
});

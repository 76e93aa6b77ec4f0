import { expect, it } from 'vitest';
import { splitUnitNames } from './whole.tsx';

it('partsOf keeps unit names whole and lets a receipt code break', () => {
  expect(splitUnitNames('Se registró T2-504 y 1-16-17.')).toEqual([
    'Se registró ',
    'T2-504',
    ' y ',
    '1-16-17',
    '.',
  ]);
  expect(splitUnitNames('Responde YWBD-3VG8-5HX4.')).toEqual(['Responde YWBD-', '3VG8-5HX4', '.']);
  expect(splitUnitNames('Comprobante TPGY-9XWV')).toEqual(['Comprobante ', 'TPGY-9XWV', '']);
  expect(splitUnitNames('sin inmuebles')).toEqual(['sin inmuebles']);
});

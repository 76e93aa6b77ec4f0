import { expect, it } from 'vitest';
import { partsOf } from './whole.tsx';

it('partsOf keeps unit names whole and lets a receipt code break', () => {
  expect(partsOf('Se registró T2-504 y 1-16-17.')).toEqual(['Se registró ', 'T2-504', ' y ', '1-16-17', '.']);
  expect(partsOf('Responde YWBD-3VG8-5HX4.')).toEqual(['Responde YWBD-', '3VG8-5HX4', '.']);
  expect(partsOf('Comprobante TPGY-9XWV')).toEqual(['Comprobante ', 'TPGY-9XWV', '']);
  expect(partsOf('sin inmuebles')).toEqual(['sin inmuebles']);
});

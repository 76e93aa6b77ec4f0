import { describe, expect, it } from 'vitest';
import { centavos } from '../money.ts';
import { numberInWords, pesosInWords } from './pesos-in-words.ts';

describe('number in words', () => {
  it.each([
    [0, 'cero'],
    [1, 'un'],
    [16, 'dieciséis'],
    [21, 'veintiún'],
    [22, 'veintidós'],
    [31, 'treinta y un'],
    [40, 'cuarenta'],
    [99, 'noventa y nueve'],
    [100, 'cien'],
    [101, 'ciento un'],
    [115, 'ciento quince'],
    [500, 'quinientos'],
    [700, 'setecientos'],
    [999, 'novecientos noventa y nueve'],
    [1000, 'mil'],
    [1001, 'mil un'],
    [2100, 'dos mil cien'],
    [21_000, 'veintiún mil'],
    [21_021, 'veintiún mil veintiún'],
    [31_000, 'treinta y un mil'],
    [100_000, 'cien mil'],
    [101_101, 'ciento un mil ciento un'],
    [290_080, 'doscientos noventa mil ochenta'],
    [555_555, 'quinientos cincuenta y cinco mil quinientos cincuenta y cinco'],
    [1_000_000, 'un millón'],
    [1_000_001, 'un millón un'],
    [21_000_000, 'veintiún millones'],
    [1_100_000_000, 'mil cien millones'],
    [2_001_000_000, 'dos mil un millones'],
    [1_000_000_000_000, 'un billón'],
    [3_000_000_000_007, 'tres billones siete'],
    [
      90_071_992_547_409,
      'noventa billones setenta y un mil novecientos noventa y dos millones quinientos cuarenta y siete mil cuatrocientos nueve',
    ],
  ])('%d: %s', (number, words) => expect(numberInWords(number)).toBe(words));

  it('numberInWords refuses fractions and negative numbers', () => {
    expect(() => numberInWords(1.5)).toThrow(RangeError);
    expect(() => numberInWords(-1)).toThrow(RangeError);
  });
});

describe('amount in words', () => {
  it.each([
    [29_008_000, 'Doscientos noventa mil ochenta pesos m/cte'],
    [100, 'Un peso m/cte'],
    [0, 'Cero pesos m/cte'],
    [150, 'Un peso con cincuenta centavos m/cte'],
    [201, 'Dos pesos con un centavo m/cte'],
    [2121, 'Veintiún pesos con veintiún centavos m/cte'],
    [100_000_000, 'Un millón de pesos m/cte'],
    [100_010_000, 'Un millón cien pesos m/cte'],
    [2_100_000_000, 'Veintiún millones de pesos m/cte'],
    [100_000_000_000_000, 'Un billón de pesos m/cte'],
    [-17_500_000, 'Menos ciento setenta y cinco mil pesos m/cte'],
  ])('%d centavos: %s', (amount, words) => expect(pesosInWords(centavos(amount))).toBe(words));
});

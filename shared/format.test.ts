import { describe, expect, it } from 'vitest';
import {
  coefficient,
  count,
  date,
  dateTime,
  durationWords,
  exactTime,
  formatCoefficientExact,
  invitedFor,
  percent,
  time,
  unitLabel,
  units,
} from './format.ts';

it.each([
  [1, '1 segundo'],
  [45, '45 segundos'],
  [3661, 'una hora, un minuto y 1 segundo'],
  [60, 'un minuto'],
  [90, 'un minuto y 30 segundos'],
  [720, '12 minutos'],
  [3_600, 'una hora'],
  [9_000, '2 horas y 30 minutos'],
])('a duration of %i seconds is written as %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});

describe('coefficients', () => {
  it('a coefficient has four decimals and a decimal comma', () => {
    expect(coefficient(12.3456)).toBe('12,3456');
    expect(coefficient(0)).toBe('0,0000');
    expect(coefficient(100)).toBe('100,0000');
    expect(coefficient(99.99997)).toBe('100,0000');
  });

  it('an exact coefficient has every decimal without float noise', () => {
    expect(formatCoefficientExact(99.999999999)).toBe('99,999999999');
    expect(formatCoefficientExact(0.1 + 0.2)).toBe('0,3');
    expect(formatCoefficientExact(100)).toBe('100');
    expect(formatCoefficientExact(-0.0025)).toBe('-0,0025');
  });
});

describe('numbers', () => {
  it('counts have dots for thousands', () => {
    expect(count(1500)).toBe('1.500');
    expect(units(1)).toBe('1 inmueble');
    expect(units(1500)).toBe('1.500 inmuebles');
  });

  it('a share is a percentage with two decimals', () => {
    expect(percent(0.5025)).toBe('50,25 %');
  });
});

describe('instants', () => {
  it('an instant is formatted in Bogotá time with 24 hours', () => {
    expect(time('2026-03-05T23:05:09.000Z')).toBe('18:05');
    expect(time('2026-03-05T05:00:00.000Z')).toBe('00:00');
    expect(exactTime('2026-03-05T23:05:09.000Z')).toBe('18:05:09');
  });

  it('an instant is formatted with the day in Bogotá', () => {
    expect(date('2026-03-06T03:00:00.000Z')).toBe('5 de marzo de 2026');
    expect(dateTime('2026-03-06T03:00:00.000Z')).toBe('5 de marzo de 2026, 22:00');
    expect(invitedFor('2026-03-06T03:00:00.000Z')).toBe('jueves 5 de marzo de 2026, 10:00 p. m.');
    expect(invitedFor('2028-02-29T05:05:00.000Z')).toBe('martes 29 de febrero de 2028, 12:05 a. m.');
  });
});

it('the label of a unit includes the owner', () => {
  expect(unitLabel({ apartmentId: 'PARQ 18 - 19', owner: 'Ana Pérez' })).toBe('PARQ 18 - 19 - Ana Pérez');
  // Tables may omit owners.
  expect(unitLabel({ apartmentId: '1-101', owner: '' })).toBe('1-101');
});

import { expect, it } from 'vitest';
import { findByName, idOfTyped } from './by-name.ts';

const people = [
  { participantId: '1', name: 'Mariana López' },
  { participantId: '2', name: 'Luis Pérez-Gil' },
  { participantId: '3', name: 'Luis Ángel Mora' },
  { participantId: 'VIP', name: 'Zoe Vipiana' },
];

it('only whole words of one name are registered at once', () => {
  expect(idOfTyped(people, 'mariana')).toBe('1');
  expect(idOfTyped(people, ' LOPEZ mariana ')).toBe('1');
  expect(idOfTyped(people, 'gil luis')).toBe('2');
  expect(idOfTyped(people, 'angel')).toBe('3');
  // A part of a word, or several people: a person chooses.
  for (const typed of ['ana', 'mar', 'mariana lop', 'luis', 'luis mor']) {
    expect(idOfTyped(people, typed), typed).toBeNull();
    expect(findByName(people, typed), typed).not.toEqual([]);
  }
  expect(findByName(people, 'ana').map(({ participantId }) => participantId)).toEqual(['1', 'VIP']);
});

it('an id is an id in any spelling, and another text is sent as typed', () => {
  for (const typed of ['VIP', 'vip', ' Vip ']) {
    expect(findByName(people, typed)).toEqual([]);
    expect(idOfTyped(people, typed)).toBe(typed.trim());
  }
  for (const typed of ['1', 'A-101', 'pedro', 'lu', '']) {
    expect(findByName(people, typed)).toEqual([]);
    expect(idOfTyped(people, typed)).toBe(typed);
  }
});

import { describe, expect, it } from 'vitest';
import {
  choicesOf,
  chooseAll,
  chooseSome,
  fillIn,
  nothingChosen,
  toAll,
  toEach,
  votesToSend,
  whoseUnits,
} from './choices.ts';

const units = ['101', '102', '103'].map((apartmentId) => ({ apartmentId }));
const votesOf = (pairs: Record<string, number>) =>
  Object.entries(pairs).map(([apartmentId, answerId]) => ({ apartmentId, answerId }));

describe('answers before confirmation', () => {
  it('starts empty, then has a common answer', () => {
    expect(votesToSend(nothingChosen, units)).toEqual([]);
    expect(votesToSend(chooseAll(nothingChosen, 2), units)).toEqual(votesOf({ 101: 2, 102: 2, 103: 2 }));
  });

  it('answers per unit start with the common answer', () => {
    const each = toEach(chooseAll(nothingChosen, 2), units);
    expect(votesToSend(each, units)).toEqual(votesOf({ 101: 2, 102: 2, 103: 2 }));
    expect(votesToSend(chooseSome(each, ['102'], 1), units)).toEqual(votesOf({ 101: 2, 102: 1, 103: 2 }));
  });

  it('skips units without an answer, and units that may no longer vote', () => {
    const each = chooseSome(chooseSome(toEach(nothingChosen, units), ['103'], 3), ['101'], 1);
    expect(votesToSend(each, units)).toEqual(votesOf({ 101: 1, 103: 3 }));
    expect(votesToSend(each, units.slice(1))).toEqual(votesOf({ 103: 3 }));
  });

  it('instructions fill in an untouched ballot, alike for all units or unit by unit', () => {
    const all = { 101: 2, 102: 2, 103: 2 };
    expect(fillIn(nothingChosen, units, all)).toEqual(chooseAll(nothingChosen, 2));
    const some = fillIn(nothingChosen, units, { 101: 2, 102: 1 });
    expect(some.isEach).toBe(true);
    expect(votesToSend(some, units)).toEqual(votesOf({ 101: 2, 102: 1 }));
    const touched = chooseAll(nothingChosen, 3);
    expect(fillIn(touched, units, all)).toBe(touched);
    expect(fillIn(nothingChosen, units, { 999: 1 })).toBe(nothingChosen);
  });

  it('sets and clears the answer of several units at once', () => {
    const some = chooseSome(chooseSome(toEach(nothingChosen, units), ['101', '103'], 1), ['102'], 2);
    expect(votesToSend(some, units)).toEqual(votesOf({ 101: 1, 102: 2, 103: 1 }));
    expect(votesToSend(chooseSome(some, ['101', '102'], null), units)).toEqual(votesOf({ 103: 1 }));
    expect(votesToSend(choicesOf(votesToSend(some, units)), units)).toEqual(votesToSend(some, units));
  });

  it('going back to a common answer takes the answer of all units', () => {
    const agreed = chooseSome(toEach(chooseAll(nothingChosen, 2), units), ['102'], 2);
    expect(toAll(agreed, units)).toMatchObject({ isEach: false, all: 2 });
    const one = chooseSome(toEach(nothingChosen, units), ['103'], 3);
    expect(toAll(one, units).all).toBe(3);
  });

  it('differing units have no common answer, and keep their answers on return', () => {
    const differing = chooseSome(toEach(chooseAll(nothingChosen, 2), units), ['102'], 1);
    const back = toAll(differing, units);
    expect(back.all).toBeNull();
    expect(votesToSend(back, units)).toEqual([]);
    expect(votesToSend(toEach(back, units), units)).toEqual(votesOf({ 101: 2, 102: 1, 103: 2 }));
  });

  it('a common answer replaces the answers of all units', () => {
    const differing = chooseSome(toEach(chooseAll(nothingChosen, 2), units), ['102'], 1);
    const all = chooseAll(toAll(differing, units), 3);
    expect(votesToSend(toEach(all, units), units)).toEqual(votesOf({ 101: 3, 102: 3, 103: 3 }));
  });
});

describe('vote with several names', () => {
  it('a vote has ascending names with the last as answer; a single name is a plain answer', () => {
    expect(votesToSend(chooseAll(nothingChosen, [4, 1]), units.slice(0, 1))).toEqual([
      { apartmentId: '101', answerId: 4, answerIds: [1, 4] },
    ]);
    expect(votesToSend(chooseAll(nothingChosen, [4]), units.slice(0, 1))).toEqual(votesOf({ 101: 4 }));
    expect(votesToSend(chooseAll(nothingChosen, []), units)).toEqual([]);
  });

  it('units with equal names have a common answer', () => {
    const each = chooseSome(toEach(chooseAll(nothingChosen, [2, 1]), units), ['102'], [1, 2]);
    expect(toAll(each, units).all).toEqual([1, 2]);
    expect(toAll(chooseSome(each, ['103'], [1, 3]), units).all).toBeNull();
  });
});

describe('relation of the voter to a unit', () => {
  const roll = [
    { apartmentId: '101', owner: 'NÚÑEZ  Ana' },
    { apartmentId: '102', owner: 'Camilo Ibáñez' },
  ];

  it('own units are found by name, in any spelling', () => {
    const whose = whoseUnits(roll, 'Nunez ana');
    expect(roll.map(({ owner }) => whose(owner))).toEqual(['own', 'represented']);
  });

  it("without a unit in the voter's name no relation is shown", () => {
    expect(whoseUnits(roll, 'Persona ana')('Camilo Ibáñez')).toBeNull();
    expect(whoseUnits(roll, '')('')).toBeNull();
  });
});

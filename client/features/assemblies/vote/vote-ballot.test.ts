import { describe, expect, it } from 'vitest';
import {
  ballotsOf,
  choicesOf,
  chooseAll,
  chooseSome,
  nothingChosen,
  toAll,
  toEach,
  whoseUnits,
} from './vote-ballot.ts';

const units = ['101', '102', '103'].map((apartmentId) => ({ apartmentId }));
const given = (pairs: Record<string, number>) =>
  Object.entries(pairs).map(([apartmentId, answerId]) => ({ apartmentId, answerId }));

describe('what is chosen', () => {
  it('is nothing at first, and then the same for all units', () => {
    expect(ballotsOf(nothingChosen, units)).toEqual([]);
    expect(ballotsOf(chooseAll(nothingChosen, 2), units)).toEqual(given({ 101: 2, 102: 2, 103: 2 }));
  });

  it('begins one by one with what was chosen for all', () => {
    const each = toEach(chooseAll(nothingChosen, 2), units);
    expect(ballotsOf(each, units)).toEqual(given({ 101: 2, 102: 2, 103: 2 }));
    expect(ballotsOf(chooseSome(each, ['102'], 1), units)).toEqual(given({ 101: 2, 102: 1, 103: 2 }));
  });

  it('leaves out a unit without an answer, and one that may no longer vote', () => {
    const each = chooseSome(chooseSome(toEach(nothingChosen, units), ['103'], 3), ['101'], 1);
    expect(ballotsOf(each, units)).toEqual(given({ 101: 1, 103: 3 }));
    expect(ballotsOf(each, units.slice(1))).toEqual(given({ 103: 3 }));
  });

  it('is for several units at once, and can be taken away', () => {
    const some = chooseSome(chooseSome(toEach(nothingChosen, units), ['101', '103'], 1), ['102'], 2);
    expect(ballotsOf(some, units)).toEqual(given({ 101: 1, 102: 2, 103: 1 }));
    expect(ballotsOf(chooseSome(some, ['101', '102'], null), units)).toEqual(given({ 103: 1 }));
    expect(ballotsOf(choicesOf(ballotsOf(some, units)), units)).toEqual(ballotsOf(some, units));
  });

  it('goes back to the same for all with the answer that all have', () => {
    const agreed = chooseSome(toEach(chooseAll(nothingChosen, 2), units), ['102'], 2);
    expect(toAll(agreed, units)).toMatchObject({ isEach: false, all: 2 });
    const one = chooseSome(toEach(nothingChosen, units), ['103'], 3);
    expect(toAll(one, units).all).toBe(3);
  });

  it('has no answer for all where they differ, and loses none of them on the way there and back', () => {
    const differing = chooseSome(toEach(chooseAll(nothingChosen, 2), units), ['102'], 1);
    const back = toAll(differing, units);
    expect(back.all).toBeNull();
    expect(ballotsOf(back, units)).toEqual([]);
    expect(ballotsOf(toEach(back, units), units)).toEqual(given({ 101: 2, 102: 1, 103: 2 }));
  });

  it('gives an answer for all to every unit, also to those that had another', () => {
    const differing = chooseSome(toEach(chooseAll(nothingChosen, 2), units), ['102'], 1);
    const all = chooseAll(toAll(differing, units), 3);
    expect(ballotsOf(toEach(all, units), units)).toEqual(given({ 101: 3, 102: 3, 103: 3 }));
  });
});

describe('a ballot with several names', () => {
  it('has its names growing, and the last as its answer; one name is an answer like any other', () => {
    expect(ballotsOf(chooseAll(nothingChosen, [4, 1]), units.slice(0, 1))).toEqual([
      { apartmentId: '101', answerId: 4, answerIds: [1, 4] },
    ]);
    expect(ballotsOf(chooseAll(nothingChosen, [4]), units.slice(0, 1))).toEqual(given({ 101: 4 }));
    expect(ballotsOf(chooseAll(nothingChosen, []), units)).toEqual([]);
  });

  it('is the same for all where all have the same names', () => {
    const each = chooseSome(toEach(chooseAll(nothingChosen, [2, 1]), units), ['102'], [1, 2]);
    expect(toAll(each, units).all).toEqual([1, 2]);
    expect(toAll(chooseSome(each, ['103'], [1, 3]), units).all).toBeNull();
  });
});

describe('whose a unit is', () => {
  const roll = [
    { apartmentId: '101', owner: 'NÚÑEZ  Ana' },
    { apartmentId: '102', owner: 'Camilo Ibáñez' },
  ];

  it('is told by the name, however it is written', () => {
    const whose = whoseUnits(roll, 'Nunez ana');
    expect(roll.map(({ owner }) => whose(owner))).toEqual(['own', 'represented']);
  });

  it('is not told where no unit is in the name of who votes', () => {
    expect(whoseUnits(roll, 'Persona ana')('Camilo Ibáñez')).toBeNull();
    expect(whoseUnits(roll, '')('')).toBeNull();
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { votesOfOwners } from './owner-votes.ts';

it('an owner has a single vote, counted only if all ballots agree', () => {
  const nine = Array.from({ length: 9 }, () => ({ owner: 'A', answerId: 2 }));
  const unitVotes = [
    ...nine,
    { owner: 'B', answerId: 1 },
    { owner: 'C', answerId: 3 },
    { owner: 'C', answerId: 1 },
  ];
  expect([...votesOfOwners(unitVotes)].sort()).toEqual([
    [1, { votes: 1, divided: 1 }],
    [2, { votes: 1, divided: 0 }],
  ]);
});

it('each owner with a vote counts once, in any order of ballots', () => {
  const ballot = fc.record({
    owner: fc.constantFrom('A', 'B', 'C', 'D'),
    answerId: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(ballot), fc.nat(), (ballots, turn) => {
      const counted = votesOfOwners(ballots);
      const sum = [...counted.values()].reduce((all, { votes, divided }) => all + votes + divided, 0);
      expect(sum).toBe(new Set(ballots.map(({ owner }) => owner)).size);
      const at = ballots.length === 0 ? 0 : turn % ballots.length;
      const turned = votesOfOwners([...ballots.slice(at), ...ballots.slice(0, at)]);
      expect(new Map([...turned].sort())).toEqual(new Map([...counted].sort()));
    }),
  );
});

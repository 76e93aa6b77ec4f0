import { isDeepStrictEqual } from 'node:util';
import { quorumByHand, weighed } from '../../server/testing/reference-tally.ts';
import type { Snapshot } from '../../shared/assemblies/live.ts';
import type { Book } from './book.ts';
import type { Hall } from './ground/prepare.ts';

const DEFAULT_ANSWERS = 3;

/**
 * Compares the state of an assembly as sent by a server with the acknowledged operations of a fault run,
 * counted separately in exact whole numbers.
 * @returns differences as sentences; empty if equal
 */
export function differences(hall: Hall, book: Book, shown: Snapshot): string[] {
  const found: string[] = [];
  const same = (what: string, is: unknown, ought: unknown) => {
    if (!isDeepStrictEqual(is, ought))
      found.push(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(ought)}`);
  };
  // Each unit has a different owner here.
  const roll = hall.units.map(({ apartmentId: id, coefficient: nano }) => ({
    id,
    nano,
    owner: id,
    kind: '',
  }));
  const present = book.present.get(hall.jointId) ?? new Set<string>();
  const here = roll.filter(({ id }) => present.has(id));
  same('registered', shown.registered, weighed(here));
  same('registered units', here.length, present.size);
  same('total', shown.total, weighed(roll));
  same('quorum', shown.quorum, quorumByHand({ roll, present, call: 1 }));

  for (const conceptId of hall.questions) {
    const concept = shown.concepts.find((one) => one.conceptId === conceptId);
    same(`question ${conceptId} open`, concept?.active === 1, book.open.get(hall.jointId) === conceptId);
    for (let answerId = 1; answerId <= DEFAULT_ANSWERS; answerId += 1) {
      const units = book.votes.flatMap((vote) => {
        const isOfAnswer =
          vote.jointId === hall.jointId && vote.conceptId === conceptId && vote.answerId === answerId;
        return isOfAnswer && vote.receipt !== null ? roll.filter(({ id }) => id === vote.apartmentId) : [];
      });
      const answer = concept?.answers.find((one) => one.answerId === answerId);
      const { apartments, coefficient } = answer ?? {};
      same(`votes of ${conceptId}/${answerId}`, { apartments, coefficient }, weighed(units));
    }
  }
  return found;
}

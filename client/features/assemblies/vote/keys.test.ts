import { describe, expect, it } from 'vitest';
import { KeptKey, newKey } from '../../../lib/kept-key.ts';
import { dropVoteKey, type VoteRequest, voteKey } from './keys.ts';

const ballot: VoteRequest = { jointId: 1, assemblyId: 3, conceptId: 2, apartmentId: '101', answerId: 1 };

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

describe('keys of votes', () => {
  it('a vote keeps its key over a reload', () => {
    const stored = storage();
    const key = voteKey(ballot, stored);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(voteKey({ ...ballot }, stored)).toBe(key);
  });

  it('an answered vote gets a new key: another attempt is a second vote', () => {
    const stored = storage();
    const key = voteKey(ballot, stored);
    dropVoteKey(ballot, stored);
    expect(voteKey(ballot, stored)).not.toBe(key);
  });

  it('another unit, answer, question, joint or assembly gets another key', () => {
    const stored = storage();
    const others: Partial<VoteRequest>[] = [
      { apartmentId: '102' },
      { answerId: 2 },
      { conceptId: 3 },
      { jointId: 2 },
      { assemblyId: 4 },
    ];
    const keys = [{}, ...others].map((part) => voteKey({ ...ballot, ...part }, stored));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('keeps keys in memory if the browser refuses storage', () => {
    const refusing = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('denied');
      },
      removeItem: () => {
        throw new Error('denied');
      },
    };
    const mine = { ...ballot, jointId: 99 };
    expect(voteKey(mine, refusing)).toBe(voteKey(mine, refusing));
  });
});

describe('key of a submission', () => {
  it('the same content keeps its key until answered', () => {
    const keys = new KeptKey();
    const first = keys.for({ apartmentIds: ['101'], code: 'A' });
    expect(keys.for({ apartmentIds: ['101'], code: 'A' })).toBe(first);
    expect(keys.for({ apartmentIds: ['102'], code: 'A' })).not.toBe(first);
  });

  it('the same content gets a new key after the answer', () => {
    const keys = new KeptKey();
    const first = keys.for('same');
    keys.done();
    expect(keys.for('same')).not.toBe(first);
  });

  it('a new key is unique and 32 characters long', () => {
    expect(newKey()).not.toBe(newKey());
    expect(newKey().length).toBe(32);
  });
});

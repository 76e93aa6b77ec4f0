import { describe, expect, it } from 'vitest';
import { dropPendingVote, readPendingVote, storePendingVote } from './acts.ts';

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}

const act = { jointId: 1, assemblyId: 7, conceptId: 2, ballots: [{ apartmentId: '101', answerId: 3 }] };

describe('stored votes', () => {
  it('stored votes survive a reload, for their joint and assembly, until answered', () => {
    const store = storage();
    storePendingVote(act, store);
    expect(readPendingVote(1, 7, store)).toEqual(act);
    expect(readPendingVote(1, 8, store)).toBeNull();
    expect(readPendingVote(2, 7, store)).toBeNull();
    dropPendingVote(1, store);
    expect(readPendingVote(1, 7, store)).toBeNull();
  });

  it('votes of an unknown assembly are not stored', () => {
    const store = storage();
    storePendingVote({ ...act, assemblyId: 0 }, store);
    expect(readPendingVote(1, 0, store)).toBeNull();
  });

  it.each([
    'no json',
    '{}',
    '{"jointId":1,"assemblyId":7,"conceptId":2,"ballots":[{"apartmentId":"101"}]}',
    '{"jointId":1,"assemblyId":7,"conceptId":2,"ballots":[]}',
  ])('stored text %s is read as no votes', (text) => {
    const store = storage();
    store.setItem('scaf.voting:1', text);
    expect(readPendingVote(1, 7, store)).toBeNull();
  });

  it('without browser storage votes are forgotten', () => {
    const refuse = () => {
      throw new Error('SecurityError');
    };
    const store = { getItem: refuse, setItem: refuse, removeItem: refuse };
    expect(() => storePendingVote(act, store)).not.toThrow();
    expect(readPendingVote(1, 7, store)).toBeNull();
    expect(() => dropPendingVote(1, store)).not.toThrow();
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { dropPendingVote, readPendingVote, storePendingVote } from './acts.ts';

function storage() {
  const values = new Map<string, string>();
  const store = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
  vi.stubGlobal('sessionStorage', store);
  return store;
}

afterEach(() => void vi.unstubAllGlobals());

const act = {
  jointId: 1,
  assemblyId: 7,
  conceptId: 2,
  ballots: [{ apartmentId: '101', answerId: 3 }],
  key: 'k',
};

describe('stored votes', () => {
  it('stored votes survive a reload, for their joint and assembly, until answered', () => {
    storage();
    storePendingVote(act);
    expect(readPendingVote(1, 7)).toEqual(act);
    expect(readPendingVote(1, 8)).toBeNull();
    expect(readPendingVote(2, 7)).toBeNull();
    dropPendingVote(1);
    expect(readPendingVote(1, 7)).toBeNull();
  });

  it('votes of an unknown assembly are not stored', () => {
    storage();
    storePendingVote({ ...act, assemblyId: 0 });
    expect(readPendingVote(1, 0)).toBeNull();
  });

  it.each([
    'no json',
    '{}',
    '{"jointId":1,"assemblyId":7,"conceptId":2,"ballots":[{"apartmentId":"101"}]}',
    '{"jointId":1,"assemblyId":7,"conceptId":2,"ballots":[{"apartmentId":"101","answerId":3}]}',
    '{"jointId":1,"assemblyId":7,"conceptId":2,"ballots":[]}',
  ])('stored text %s is read as no votes', (text) => {
    const store = storage();
    store.setItem('scaf.voting:1', text);
    expect(readPendingVote(1, 7)).toBeNull();
  });

  it('without browser storage votes are forgotten', () => {
    const refuse = () => {
      throw new Error('SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    expect(() => storePendingVote(act)).not.toThrow();
    expect(readPendingVote(1, 7)).toBeNull();
    expect(() => dropPendingVote(1)).not.toThrow();
  });
});

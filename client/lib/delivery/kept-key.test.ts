import { describe, expect, it } from 'vitest';
import { KeptKey, newKey } from './kept-key.ts';

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

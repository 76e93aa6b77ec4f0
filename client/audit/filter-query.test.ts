import { describe, expect, it } from 'vitest';
import { filterQuery, noFilter } from './filter-query.ts';

describe('the filter of the trail', () => {
  it('asks for nothing while nothing is chosen', () => {
    expect(filterQuery(noFilter)).toEqual({});
  });

  it('takes days as they are in Colombia, both included', () => {
    expect(filterQuery({ ...noFilter, from: '2026-03-01', until: '2026-03-01' })).toEqual({
      from: '2026-03-01T05:00:00.000Z',
      until: '2026-03-02T04:59:59.999Z',
    });
  });

  it('leaves out a day that is none, and blanks around the text', () => {
    expect(filterQuery({ act: 'votes', text: '  101 ', from: '2026-13-01', until: 'ayer' })).toEqual({
      act: 'votes',
      text: '101',
    });
  });
});

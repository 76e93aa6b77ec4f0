import { describe, expect, it } from 'vitest';
import { filterQuery, noFilter } from './filter-query.ts';

describe('filter of the audit log', () => {
  it('an empty filter gives an empty query', () => {
    expect(filterQuery(noFilter)).toEqual({});
  });

  it('days are days in Colombia, both included', () => {
    expect(filterQuery({ ...noFilter, from: '2026-03-01', until: '2026-03-01' })).toEqual({
      from: '2026-03-01T05:00:00.000Z',
      until: '2026-03-02T04:59:59.999Z',
    });
  });

  it('filterQuery skips invalid days and trims the text', () => {
    expect(filterQuery({ act: 'votes', text: '  101 ', from: '2026-13-01', until: 'ayer' })).toEqual({
      act: 'votes',
      text: '101',
    });
  });
});

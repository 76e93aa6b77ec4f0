import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../../lib/query.ts';
import { ownTurnQuery } from './turns.queries.ts';

afterEach(() => queryClient.clear());

it('acts on the turns of other persons make no request of a phone', () => {
  const after = (waiting: readonly number[]) =>
    ownTurnQuery(1, { assemblyId: 7, turns: { speaking: null, waiting: [...waiting] } }, true);
  const phone = new QueryObserver(queryClient, ownTurnQuery(1, { assemblyId: 7 }, true));
  const leave = phone.subscribe(() => undefined);
  const idle = { data: { turnId: null }, fetchStatus: 'idle' };
  expect(phone.getCurrentResult()).toMatchObject(idle);
  for (const waiting of [[1], [1, 2], [2], []]) {
    phone.setOptions(after(waiting));
    expect(phone.getCurrentResult()).toMatchObject(idle);
  }
  leave();
});

import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../lib/query.ts';
import { refreshBilling } from './billing.queries.ts';

afterEach(() => queryClient.clear());

it('a page opened again after a mended cause fetches a failed query at once', async () => {
  let calls = 0;
  const queryFn = () => {
    calls += 1;
    return Promise.reject(new Error('refused'));
  };
  const options = { queryKey: ['billing', 'refused'], queryFn, retry: false };
  const page = new QueryObserver(queryClient, options);
  const leavePage = page.subscribe(() => undefined);
  await expect.poll(() => page.getCurrentResult().isError).toBe(true);
  leavePage();
  await refreshBilling(queryClient);
  const leaveAgain = new QueryObserver(queryClient, options).subscribe(() => undefined);
  expect(calls).toBe(2);
  leaveAgain();
});

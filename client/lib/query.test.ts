import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from './query.ts';

afterEach(() => queryClient.clear());

it('a part of a page does not refetch the failed query of the page', async () => {
  let calls = 0;
  const options = {
    queryKey: ['refused'],
    queryFn: () => {
      calls += 1;
      return Promise.reject(new Error('refused'));
    },
    retry: false,
  };
  const page = new QueryObserver(queryClient, options);
  const leavePage = page.subscribe(() => undefined);
  await expect.poll(() => page.getCurrentResult().isError).toBe(true);
  const part = new QueryObserver(queryClient, options);
  const leavePart = part.subscribe(() => undefined);
  expect(part.getCurrentResult().isLoading).toBe(false);
  expect(calls).toBe(1);
  leavePart();
  leavePage();
});

import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from './query.ts';

afterEach(() => queryClient.clear());

/** Returns options of a query with a refused call, and counts the calls. */
function refused() {
  const counted = { calls: 0 };
  const queryFn = () => {
    counted.calls += 1;
    return Promise.reject(new Error('refused'));
  };
  return { counted, options: { queryKey: ['refused'], queryFn, retry: false } };
}

it('a part of a page does not refetch the failed query of the page', async () => {
  const { counted, options } = refused();
  const page = new QueryObserver(queryClient, options);
  const leavePage = page.subscribe(() => undefined);
  await expect.poll(() => page.getCurrentResult().isError).toBe(true);
  const part = new QueryObserver(queryClient, options);
  const leavePart = part.subscribe(() => undefined);
  expect(part.getCurrentResult().isLoading).toBe(false);
  expect(counted.calls).toBe(1);
  leavePart();
  leavePage();
});

it('a page opened again after a mended cause refetches a failed query at once', async () => {
  const { counted, options } = refused();
  const page = new QueryObserver(queryClient, options);
  const leavePage = page.subscribe(() => undefined);
  await expect.poll(() => page.getCurrentResult().isError).toBe(true);
  leavePage();
  await queryClient.invalidateQueries({ queryKey: ['refused'] });
  const leaveAgain = new QueryObserver(queryClient, options).subscribe(() => undefined);
  expect(counted.calls).toBe(2);
  leaveAgain();
});

/**
 * Ten thousand screens on one joint: pushes are so expensive that the interval grows (docs/why/live.md); 100 ms is no
 * mark.
 */
import { measureDelivery } from './delivery.ts';

await measureDelivery({
  title: 'Ten thousand live clients of one joint',
  clients: 10_000,
  votesPerSecond: 40,
  seconds: 8,
  pollers: 0,
  marks: { delivered: { atMost: 1.5 } },
});

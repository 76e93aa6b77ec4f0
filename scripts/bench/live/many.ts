/**
 * Bench: ten thousand screens on one joint. Live messages are so expensive that the gathering interval grows
 * (docs/why/live.md), so 100 ms is not a goal.
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

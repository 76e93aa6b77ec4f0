/**
 * Bench: everybody votes at once. A thousand screens, five hundred votes a second, one screen in twenty without a
 * live connection.
 */
import { measureDelivery } from './delivery.ts';

await measureDelivery({
  title: 'A crowd that votes at once',
  clients: 1_000,
  votesPerSecond: 500,
  seconds: 8,
  pollers: 50,
  marks: {
    cpu: { atMost: 1.5, stretch: 1.25 },
    delivered: { atMost: 1.5 },
    // 50 ms, against 30 ms of the bare server with shared transactions.
    acknowledged: { atMost: 1.67, stretch: 1 },
    shown: { atMost: 1.5, stretch: 1.3 },
  },
});

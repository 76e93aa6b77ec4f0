/** Bench: a large joint in a busy hall. Two hundred people vote within seconds, two thousand screens watch. */
import { measureDelivery } from './delivery.ts';

await measureDelivery({
  title: "Delivery of a joint's pushes to a large hall",
  clients: 2_000,
  votesPerSecond: 40,
  seconds: 6,
  pollers: 0,
  marks: { delivered: { atMost: 1.5 }, shown: { atMost: 1.5, stretch: 1.3 } },
});

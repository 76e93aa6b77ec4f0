/** Separate process of the load balancer: listens on a given port and executes orders (balancer.ts). */

import { Random } from '../../../server/testing/random.ts';
import type { Order } from './balancer.ts';
import { TcpBalancer } from './tcp-balancer.ts';

let balancer: TcpBalancer | null = null;

async function obey(order: Order): Promise<void> {
  if (order.what === 'start') {
    balancer = await TcpBalancer.start(order.ports, new Random(order.seed));
    return;
  }
  if (balancer === null) throw new Error('The balancer was not started.');
  switch (order.what) {
    case 'loseAnswers':
      return balancer.loseAnswers(order.part);
    case 'fallSilent':
      return balancer.fallSilent();
    case 'slowDown':
      return balancer.slowDown(order.latencyMs, order.bytesPerSecond);
    case 'clear':
      return balancer.clear();
    case 'leave':
      return balancer.leave();
    case 'comeBack':
      return balancer.comeBack();
  }
}

process.on('message', (order: Order) => {
  obey(order).then(
    () => process.send?.({ port: balancer?.port }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => process.exit());

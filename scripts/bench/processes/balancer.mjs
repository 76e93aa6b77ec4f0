/**
 * Plain TCP load balancer in a separate process: each new connection goes to the next of the first `use` ports;
 * bytes pass unchanged. argv: the ports. Plain JavaScript, runs without a build.
 */
import { connect, createServer } from 'node:net';

const ports = process.argv.slice(2).map(Number);
let use = 1;
let next = 0;

const server = createServer({ noDelay: true }, (client) => {
  next = (next + 1) % use;
  const upstream = connect({ port: ports[next], host: '127.0.0.1', noDelay: true });
  client.pipe(upstream).pipe(client);
  // The end of either side closes the other.
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ]) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
});

process.on('message', (message) => {
  use = message.use;
  process.send({ use });
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

/**
 * What the live bench measures ours against: a bare `ws` server, in a process of its own, that sends to whoever is
 * connected the bytes it is given, at the moments it is given; encoded once, nothing looked up, nobody asked who
 * they are. argv: its port, any where it is not given. Plain JavaScript, so that nothing is translated on the way.
 */
import { WebSocketServer } from 'ws';

const port = Number(process.argv[2] ?? 0);
const server = new WebSocketServer({ host: '127.0.0.1', port, perMessageDeflate: false });
server.once('listening', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());

process.on('message', ({ frames }) => {
  for (const { text, after } of frames) setTimeout(broadcast, after, text);
  const last = frames.at(-1)?.after ?? 0;
  setTimeout(() => process.send({ sent: frames.length }), last + 1);
});

/** Of ours, with the instant at which it begins in the place of the instant of ours. */
function broadcast(text) {
  const data = Buffer.from(text.replace(/"at":"[^"]{24}"/, `"at":"${new Date().toISOString()}"`));
  for (const client of server.clients) {
    if (client.readyState === client.OPEN) client.send(data, { binary: false });
  }
}

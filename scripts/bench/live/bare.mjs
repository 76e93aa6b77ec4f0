/**
 * Compared server of the live bench: a bare `ws` server in a separate process. Broadcasts the given bytes at the
 * given times to all connections; encoded once, no lookup, no authentication. argv: port, default any. Plain
 * JavaScript, runs without a build.
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

/** Sends a recorded message to all connections, with the current time in place of the recorded timestamp. */
function broadcast(text) {
  const data = Buffer.from(text.replace(/"at":"[^"]{24}"/, `"at":"${new Date().toISOString()}"`));
  for (const client of server.clients) {
    if (client.readyState === client.OPEN) client.send(data, { binary: false });
  }
}

/**
 * Whom a flood is sent to for nothing: 401 to every call, and a WebSocket whose frames nobody reads. What votes lose while
 * this one is flooded is what the flood's own sending takes of the machine.
 */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(401, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => socket.on('error', () => socket.terminate()));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());

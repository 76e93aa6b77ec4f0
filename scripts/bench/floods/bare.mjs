/**
 * Minimal server as target of a flood: answers 401 to every call, and ignores WebSocket frames. Votes lost during a
 * flood of this server show the cost of sending alone.
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

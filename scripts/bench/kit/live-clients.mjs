/**
 * Screens of the live bench, in a separate process: WebSockets to this server (Socket.IO, each joined to the joint)
 * or to the bare server. Raw sockets that only parse the timestamp of a message, because the load shares the
 * processor with the server. Plain JavaScript, runs without a build.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const AT = '"at":"';
const AT_LENGTH = 24;
/** Opcodes of WebSocket frames (RFC 6455, 5.2). */
const [TEXT, PING, PONG] = [0x1, 0x9, 0xa];
/** Number of connections opened at the same time. */
const AT_ONCE = 50;
/** Number of connections per local address, because the server limits each address to a hall's share. */
const EACH_ADDRESS = 1_000;

/** Number of connections opened so far. */
let dialled = 0;

/** Live messages of the round. The key is the text of the message from the event name to the timestamp. */
let pushes = new Map();
let heard = 0;
/** Number of joined clients that were closed, over the whole run. */
let closed = 0;
/**
 * Number of clients that have the state again since the start of the round. `last`: time of the last such client
 * (epoch ms).
 */
let back = 0;
let last = 0;

process.on('message', (message) => {
  answer(message).then(
    (reply) => process.send(reply),
    (error) => process.send({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function answer(message) {
  if (message.open !== undefined) {
    const { tokens, count } = message.open;
    let next = 0;
    const open = async () => {
      while (next < count) {
        const token = tokens?.[next % tokens.length];
        next += 1;
        await join({ ...message.open, token });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, open));
    return { opened: count };
  }
  if (message.begin) {
    pushes = new Map();
    heard = 0;
    back = 0;
    return { begun: true };
  }
  if (message.heard) return { heard, closed };
  if (message.back) return { back, last };
  return { pushes: [...pushes.values()] };
}

/** Reconnects a screen until joined, with random pauses up to `jitterMs`; then counts the screen as back. */
async function redial(screen) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * screen.jitterMs));
    try {
      await join(screen);
      back += 1;
      last = Date.now();
      return;
    } catch {
      // The server does not listen yet, or has closed again.
    }
  }
}

/** Connects a screen, and joins the joint if there is a token. With `jitterMs` a closed screen reconnects. */
function join(screen) {
  const { port, path, jointId, token, jitterMs } = screen;
  return new Promise((joined, reject) => {
    let hasJoined = false;
    const resolve = () => {
      hasJoined = true;
      joined();
    };
    dialled += 1;
    const localAddress = `127.0.0.${2 + (Math.floor(dialled / EACH_ADDRESS) % 200)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    let rest = null;
    let isOpen = false;
    socket.once('error', reject);
    socket.once('close', () => {
      if (hasJoined) closed += 1;
      if (hasJoined && jitterMs !== undefined) redial(screen);
      else reject(new Error('A connection was closed.'));
    });
    socket.once('connect', () => {
      const key = randomBytes(16).toString('base64');
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
    });
    socket.on('data', (chunk) => {
      const now = performance.timeOrigin + performance.now();
      let data = rest === null ? chunk : Buffer.concat([rest, chunk]);
      rest = null;
      if (!isOpen) {
        const end = data.indexOf('\r\n\r\n');
        if (end < 0) {
          rest = data;
          return;
        }
        if (!data.toString('latin1', 0, 12).endsWith('101')) {
          return reject(new Error(data.toString('latin1', 0, 80)));
        }
        isOpen = true;
        data = data.subarray(end + 4);
        // The bare server accepts all clients.
        if (token === undefined) resolve();
      }
      while (data.length > 0) {
        const frame = frameOf(data);
        if (frame === null) {
          rest = data;
          return;
        }
        take(data, frame, now);
        data = data.subarray(frame.end);
      }
    });

    function take(data, { start, end }, now) {
      // The server checks the client by a ping; the payload is returned.
      if ((data[0] & 0x0f) === PING) return send(socket, data.subarray(start, end), PONG);
      // Engine.IO: 0 open, 2 ping. Socket.IO inside 4: 0 connected, 2 event, 3 answer.
      const kind = data[start];
      if (kind === 0x34 && data[start + 1] === 0x32) return note(data, start, end, now);
      if (kind === 0x30) send(socket, `40${JSON.stringify({ token })}`);
      else if (kind === 0x32) send(socket, '3');
      else if (kind === 0x34 && data[start + 1] === 0x30) {
        send(socket, `420${JSON.stringify(['join', { jointId }])}`);
      } else if (kind === 0x34 && data[start + 1] === 0x33) {
        const reply = data.toString('utf8', start, end);
        if (reply.includes('"ok":true')) resolve();
        else reject(new Error(reply));
      } else if (kind === 0x34) reject(new Error(data.toString('utf8', start, end)));
    }
  });
}

/**
 * Returns start and end of the payload in a complete WebSocket frame, or null if incomplete. Servers do not mask
 * frames.
 */
function frameOf(data) {
  if (data.length < 2) return null;
  const short = data[1] & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (data.length < start) return null;
  const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
  return data.length < start + length ? null : { start, end: start + length };
}

/** Sends a WebSocket frame of a client, masked with zeros, so the payload stays readable. */
function send(socket, said, opcode = TEXT) {
  const payload = Buffer.from(said);
  const first = 0x80 | opcode;
  const head =
    payload.length < 126
      ? Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0])
      : Buffer.from([first, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  socket.write(Buffer.concat([head, payload]));
}

function note(data, start, end, now) {
  const begin = data.indexOf(AT, start, 'latin1') + AT.length;
  const at = data.latin1Slice(begin, begin + AT_LENGTH);
  // Several events may share one read of the state.
  const name = data.latin1Slice(start, begin + AT_LENGTH);
  let push = pushes.get(name);
  if (push === undefined) {
    push = { name, text: data.toString('utf8', start, end), millis: Date.parse(at), latencies: [] };
    pushes.set(name, push);
  }
  push.latencies.push(Math.round((now - push.millis) * 100) / 100);
  heard += 1;
}

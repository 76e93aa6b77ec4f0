/**
 * Flooding process of the floods bench, with the lowest priority, so only idle processor time is used. Sends
 * through raw sockets, for the highest rate. Plain JavaScript, runs without a build.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';

setPriority(constants.priority.PRIORITY_LOW);

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');
/** Pause before a refused or closed connection is opened again, ms. */
const BACK_MS = 5;
/** Number of sockets opened per turn of the event loop. */
const AT_ONCE = 20;
/** Interval between batches of WebSocket frames, ms. */
const TURN_MS = 10;

const open = new Set();
/** Number of events by kind: HTTP statuses, `closed`, `sent`, `opened`. */
const counts = {};
let isOver = false;
let number = 0;

const count = (what, times = 1) => {
  counts[what] = (counts[what] ?? 0) + times;
};

process.on('message', (message) => {
  if (message.flood !== undefined) {
    start(message.flood);
    process.send({ begun: true });
  } else {
    isOver = true;
    for (const socket of open) socket.destroy();
    process.send({ counts });
  }
});
process.on('disconnect', () => process.exit());

function start(flood) {
  const kinds = { calls, slow, sockets };
  const begin = kinds[flood.kind];
  // In batches: the kernel's backlog of new connections is short and shared with the voters.
  let begun = 0;
  const more = () => {
    for (let i = 0; i < AT_ONCE && begun < flood.connections && !isOver; i += 1, begun += 1)
      begin(flood, begun);
    if (begun < flood.connections && !isOver) setTimeout(more, BACK_MS);
  };
  more();
}

/** Opens a connection of the flood; calls `again` when the connection closes. */
function dial(port, again) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  open.add(socket);
  socket.on('error', () => undefined);
  socket.once('close', () => {
    open.delete(socket);
    count('closed');
    if (!isOver) setTimeout(again, BACK_MS);
  });
  return socket;
}

/** Replaces each `{n}` by a unique number. */
const numbered = (text) => {
  number += 1;
  return text.replaceAll('{n}', String(number).padStart(9, '0'));
};

/** Floods with HTTP calls in sequence on a connection, each right after the answer. */
function calls(flood, place) {
  const { port, requests, padding = 0 } = flood;
  const socket = dial(port, () => calls(flood, place));
  const pad = padding > 0 ? Buffer.alloc(padding, 'x') : null;
  let rest = null;
  let next = place;
  const send = () => {
    socket.write(numbered(requests[next % requests.length]), 'latin1');
    if (pad !== null) socket.write(pad);
    next += 1;
    count('sent');
  };
  socket.once('connect', send);
  socket.on('data', (chunk) => {
    const answer = rest === null ? chunk : Buffer.concat([rest, chunk]);
    if (!isWhole(answer)) {
      rest = answer;
      return;
    }
    rest = null;
    count(answer.latin1Slice(9, 12));
    if (answer.latin1Slice(0, answer.indexOf(END_OF_HEAD)).toLowerCase().includes('connection: close')) {
      socket.destroy();
    } else if (!isOver) send();
  });
}

function isWhole(answer) {
  const head = answer.indexOf(END_OF_HEAD);
  if (head < 0) return false;
  const lines = answer.latin1Slice(0, head).toLowerCase();
  const length = /content-length: (\d+)/.exec(lines);
  if (length !== null) return answer.length >= head + 4 + Number(length[1]);
  return !lines.includes('chunked') || answer.subarray(-5).equals(END_OF_CHUNKS);
}

/** Floods with a slow call: a body of one byte per second. */
function slow(flood, place) {
  const socket = dial(flood.port, () => slow(flood, place));
  socket.once('connect', () => {
    count('opened');
    socket.write(flood.requests[place % flood.requests.length], 'latin1');
    const drip = setInterval(() => socket.write(' '), 1000);
    socket.once('close', () => clearInterval(drip));
  });
  socket.on('data', (chunk) => count(chunk.latin1Slice(9, 12)));
}

/** Floods through a WebSocket: authenticates if there is a token, then sends frames at the rate, or stays idle. */
function sockets(flood, place) {
  const { port, path, token, bearer, frames = [], perSecond = 0 } = flood;
  const socket = dial(port, () => sockets(flood, place));
  let isUp = false;
  const say = (text) => socket.write(frameOf(text));
  socket.once('connect', () => {
    const key = randomBytes(16).toString('base64');
    const who = bearer === undefined ? '' : `Authorization: Bearer ${bearer}\r\n`;
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${who}Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
  });
  socket.on('data', (chunk) => {
    if (isUp) return;
    isUp = true;
    const status = chunk.latin1Slice(9, 12);
    count(status);
    if (status !== '101') {
      socket.destroy();
      return;
    }
    if (token !== undefined) say(`40${JSON.stringify({ token })}`);
    if (frames.length === 0) return;
    let sent = 0;
    const began = performance.now();
    const turn = setInterval(() => {
      const due = Math.floor(((performance.now() - began) * perSecond) / 1000) - sent;
      for (let i = 0; i < due; i += 1) say(numbered(frames[(sent + i) % frames.length]));
      sent += due;
      count('sent', due);
    }, TURN_MS);
    socket.once('close', () => clearInterval(turn));
  });
}

/** Returns a WebSocket frame of a client, masked with zeros, so the payload stays readable. */
function frameOf(text) {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([head, payload]);
}

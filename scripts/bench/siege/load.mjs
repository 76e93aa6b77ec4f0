/**
 * Flooding process of the siege bench, with the lowest priority, so only idle processor time is used. Sends
 * through raw sockets, for the highest rate. Plain JavaScript, runs without a build.
 */
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';

setPriority(constants.priority.PRIORITY_LOW);

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_CHUNKS = Buffer.from('0\r\n\r\n');
/** Pause before a refused or closed connection is opened again, ms. */
const BACK_MS = 5;
/** Number of sockets opened per turn of the event loop. */
const AT_ONCE = 20;

const open = new Set();
/** Number of events by kind: HTTP statuses, `closed`, `sent`. */
const counts = {};
let isOver = false;
let number = 0;

const count = (what) => {
  counts[what] = (counts[what] ?? 0) + 1;
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
  // In batches: the kernel's backlog of new connections is short and shared with the voters.
  let begun = 0;
  const more = () => {
    for (let i = 0; i < AT_ONCE && begun < flood.connections && !isOver; i += 1, begun += 1)
      calls(flood, begun);
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
  const { port, requests } = flood;
  const socket = dial(port, () => calls(flood, place));
  let rest = null;
  let next = place;
  const send = () => {
    socket.write(numbered(requests[next % requests.length]), 'latin1');
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

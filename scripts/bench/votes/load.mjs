/**
 * Simulated voters of the votes bench, in a separate process: the given number of connections, each with one vote
 * in progress. Raw sockets and no HTTP client, because on two processors the load competes with the server, and a
 * heavy client would hide the differences. Plain JavaScript, runs without a build.
 */
import { connect } from 'node:net';

/** Time limit for pending answers at the end, ms. */
const PATIENCE_MS = 15_000;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

let voters = [];

process.on('message', (message) => {
  if (message.voters !== undefined) voters = message.voters;
  if (message.job === undefined) return;
  vote(message.job).then(
    (result) => process.send(result),
    (error) => process.send({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

/**
 * Sends the votes number `from`, `from + 1`, … until the end of time or votes, then waits for the last answers.
 * Vote n belongs to voter n modulo the number of voters, for the voter's next unit, so consecutive votes are far
 * apart in the database.
 */
async function vote({ port, jointId, conceptId, from, connections, seconds, keys }) {
  const unitsEach = voters[0].units.length;
  const total = voters.length * unitsEach;
  const statuses = {};
  const latencies = [];
  let next = from;
  let inTime = 0;
  let deadline = Number.POSITIVE_INFINITY;

  const requestOf = (n) => {
    const voter = voters[n % voters.length];
    const apartmentId = voter.units[Math.floor(n / voters.length)];
    const body = `{"jointId":${jointId},"apartmentId":"${apartmentId}","conceptId":${conceptId},"voteId":${1 + (n % 3)}}`;
    const key = keys ? `Idempotency-Key: bench-${conceptId}-${apartmentId}\r\n` : '';
    return `POST /SCAF/api/assembly HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${voter.token}\r\nContent-Type: application/json\r\n${key}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const start = performance.now();
  deadline = start + seconds * 1000;
  const giveUp = setTimeout(
    () => {
      for (const socket of sockets) socket.destroy(new Error('no answer'));
    },
    seconds * 1000 + PATIENCE_MS,
  );

  await Promise.all(
    sockets.map((socket) => new Promise((resolve, reject) => serve(socket, resolve, reject))),
  );
  clearTimeout(giveUp);
  const elapsed = (Math.min(deadline, performance.now()) - start) / 1000;
  latencies.sort((a, b) => a - b);
  const percentile = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))];
  return { statuses, next, perSecond: inTime / elapsed, p50: percentile(0.5), p99: percentile(0.99) };

  function serve(socket, resolve, reject) {
    let sentAt = 0;
    let rest = null;
    const send = () => {
      sentAt = performance.now();
      if (next >= total || sentAt >= deadline) {
        socket.end();
        return resolve();
      }
      socket.write(requestOf(next), 'latin1');
      next += 1;
    };
    socket.on('data', (chunk) => {
      const answer = rest === null ? chunk : Buffer.concat([rest, chunk]);
      if (!isWhole(answer)) {
        rest = answer;
        return;
      }
      rest = null;
      const now = performance.now();
      const status = answer.latin1Slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.push(now - sentAt);
      if (status === '201' && now <= deadline) inTime += 1;
      send();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a connection.')));
    send();
  }
}

function open(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

/** True if the HTTP answer is complete. Every compared server sends the length of the body. */
function isWhole(answer) {
  const head = answer.indexOf(END_OF_HEAD);
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(answer.latin1Slice(0, head));
  if (length === null) throw new Error('The answer has no Content-Length.');
  return answer.length >= head + 4 + Number(length[1]);
}

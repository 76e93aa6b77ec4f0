/**
 * Visitors of the soak bench, in a separate process: screens on Socket.IO and on the plain WebSocket feed, and
 * phones that poll by HTTP. Most stay for minutes, some for seconds; each visitor that leaves is replaced. Half
 * close properly, the others cut the connection. Plain JavaScript, runs without a build.
 */
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';

/** Parts of the visitors on Socket.IO and on the plain WebSocket feed; the rest polls by HTTP. */
const [HUB, PLAIN] = [0.6, 0.2];
/** Part of the visits that are short. `STAYS`: maximum duration of short and long visits, ms. */
const SHORT = 0.3;
const STAYS = { short: 8_000, long: 180_000 };
/** Pause between two calls of a polling phone, ms. */
const CALL_MS = 3_000;
/** Time until all visitors have arrived, ms. */
const ARRIVING_MS = 20_000;
/** Pause before the retry of a visitor that failed, ms. */
const BACK_MS = 1_000;

const counts = { came: 0, heard: 0, calls: 0, refused: 0, lost: 0 };
let present = 0;
let state = 1;

/** Returns a pseudo-random number from 0 to 1; the sequence is equal in each run. */
function chance() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

process.on('message', (message) => {
  if (message.open !== undefined) {
    state = message.open.seed;
    for (let i = 0; i < message.open.count; i += 1) {
      setTimeout(() => void comeAndGo(message.open), chance() * ARRIVING_MS);
    }
    process.send({ begun: true });
  } else process.send({ ...counts, present });
});
process.on('disconnect', () => process.exit());

async function comeAndGo(world) {
  for (;;) {
    const kind = chance();
    const stays = chance() * (chance() < SHORT ? STAYS.short : STAYS.long);
    const who = world.people[Math.floor(chance() * world.people.length)];
    const visit = kind < HUB ? onHub : kind < HUB + PLAIN ? onFeed : byHttp;
    counts.came += 1;
    present += 1;
    const isFine = await visit(world, who, stays).catch(() => false);
    present -= 1;
    if (isFine) continue;
    counts.lost += 1;
    await pause(BACK_MS);
  }
}

/** Keeps a socket open for `stays` milliseconds. Resolves to false if closed before. */
function stay(socket, stays) {
  return new Promise((resolve) => {
    const leave = setTimeout(() => {
      if (chance() < 0.5) socket.close();
      else socket.terminate();
      resolve(true);
    }, stays);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(leave);
      resolve(false);
    });
  });
}

function onHub({ port, hub }, { token, jointId }, stays) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${hub}`, { perMessageDeflate: false });
  socket.on('message', (data) => {
    const text = data.toString();
    // Engine.IO: 0 open, 2 ping. Socket.IO inside 4: 0 connected, 2 event.
    if (text[0] === '0') socket.send(`40${JSON.stringify({ token })}`);
    else if (text === '2') socket.send('3');
    else if (text.startsWith('40')) socket.send(`420${JSON.stringify(['join', { jointId }])}`);
    else if (text.startsWith('42')) counts.heard += 1;
  });
  return stay(socket, stays);
}

function onFeed({ port, api }, { token, jointId }, stays) {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}${api}/joints/${jointId}/live`, { headers });
  socket.on('message', () => {
    counts.heard += 1;
  });
  return stay(socket, stays);
}

/**
 * Visits as a phone on a network without WebSockets: loads the page, signs in with the code if any, then polls
 * every few seconds.
 */
async function byHttp(world, { token: known, code, jointId }, stays) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const { port, api } = world;
  const call = (method, path, token, body) => {
    const sent = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': sent.length }),
    };
    return new Promise((resolve, reject) => {
      const sending = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece) => {
          text += piece;
        });
        answer.once('end', () => {
          counts.calls += 1;
          if (answer.statusCode >= 400) counts.refused += 1;
          resolve({ status: answer.statusCode, text });
        });
      });
      sending.once('error', reject);
      sending.end(sent);
    });
  };
  try {
    await call('GET', '/');
    const byCode = code === undefined ? null : await call('POST', `${api}/auth/qr`, undefined, { code });
    let token = byCode?.status === 200 ? JSON.parse(byCode.text).jwt : known;
    for (const until = Date.now() + stays; Date.now() < until; ) {
      const { status } = await call('GET', `${api}/joints/${jointId}/snapshot`, token);
      // A code's session ends with its assembly.
      if (status === 401) token = known;
      await call('GET', `${api}/joints/${jointId}/assemblyapartments`, token);
      await pause(CALL_MS);
    }
    return true;
  } finally {
    agent.destroy();
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

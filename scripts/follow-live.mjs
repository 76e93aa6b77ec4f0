/*
 * Example client of the plain live feed (docs/why/live.md): prints the quorum and the tallies of a joint as they change.
 *
 * - `node scripts/follow-live.mjs http://localhost:3000 7 TOKEN`
 *
 * TOKEN is the token of a session, or of a display link of the operator.
 */
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';

/**
 * Returns the state of a joint after a message of the live stream. A snapshot replaces the state; an event replaces
 * a part of the state, unless the event is older. Several events may have the same revision; each is applied.
 */
export function take(known, { event, data }) {
  if (event === 'snapshot') return data;
  if (known === null || data.revision < known.revision) return known;
  const { jointId: _, ...said } = data;
  const { revision, at } = said;
  if (event === 'vote') {
    const { conceptId, voted, answers, outcome, hidden, divided, intervals } = data;
    const concepts = known.concepts.map((concept) =>
      concept.conceptId === conceptId
        ? { ...concept, voted, answers, outcome, hidden, divided, intervals }
        : concept,
    );
    return { ...known, revision, at, concepts };
  }
  if (event === 'concept') {
    const { change, concept } = data;
    const others = known.concepts.filter(({ conceptId }) => conceptId !== concept.conceptId);
    const concepts = change === 'deleted' ? others : [...others, concept];
    concepts.sort((a, b) => a.conceptId - b.conceptId);
    return { ...known, revision, at, concepts };
  }
  // Units come beside the snapshot and are no part of the state.
  const { units: _units, ...part } = said;
  return { ...known, ...part };
}

function show(state, { event, data }) {
  const { revision, registered, quorum, concepts } = state;
  if (event === 'snapshot' || event === 'quorum') {
    const missing = quorum.reached ? 'quorum' : `${quorum.missing} missing`;
    console.log(`#${revision} ${registered.apartments} units, ${registered.coefficient}: ${missing}`);
  } else if (event === 'vote') {
    const concept = concepts.find(({ conceptId }) => conceptId === data.conceptId);
    const answers = data.answers.map((a) => `${a.answerDescription} ${a.coefficient}`).join(', ');
    console.log(`#${revision} question ${data.conceptId}: ${answers} (${concept?.outcome?.status})`);
  } else if (event === 'concept') {
    console.log(`#${revision} ${data.change}: ${data.concept.conceptDescription}`);
  }
}

/**
 * Follows the live stream of a joint and connects again after a lost connection: the first message is then a
 * snapshot with everything.
 */
function follow(url, token) {
  let wait = 500;
  let state = null;
  const connect = () => {
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
    socket.on('open', () => {
      wait = 500;
    });
    socket.on('message', (text) => {
      const frame = JSON.parse(String(text));
      state = take(state, frame);
      if (state !== null) show(state, frame);
    });
    socket.on('error', (error) => console.error(error.message));
    socket.on('close', (code) => {
      if (code === 4401) return console.error('the session ended');
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 1_200);
    });
  };
  connect();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [base, jointId, token] = process.argv.slice(2);
  if (base === undefined || jointId === undefined || token === undefined) {
    console.error('usage: node scripts/follow-live.mjs http://host:port jointId token');
    process.exit(2);
  }
  follow(`${base.replace(/^http/, 'ws')}/SCAF/api/joints/${jointId}/live`, token);
}

/*
 * An example client of the plain live feed: prints the quorum and the tallies of a joint as they change.
 *
 *   node scripts/follow-live.mjs http://localhost:3000 7 TOKEN
 *
 * TOKEN is that of a session, or of a display link made by the operator.
 */
import { WebSocket } from 'ws';

const [base, jointId, token] = process.argv.slice(2);
if (base === undefined || jointId === undefined || token === undefined) {
  console.error('usage: node scripts/follow-live.mjs http://host:port jointId token');
  process.exit(2);
}

const url = `${base.replace(/^http/, 'ws')}/SCAF/api/joints/${jointId}/live`;
let wait = 500;

/** Every frame is whole by itself: after a break the snapshot says it all, and nothing must be caught up. */
function follow() {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
  socket.on('open', () => {
    wait = 500;
  });
  socket.on('message', (text) => show(JSON.parse(String(text))));
  socket.on('error', (error) => console.error(error.message));
  socket.on('close', (code) => {
    if (code === 4401) return console.error('the session ended');
    setTimeout(follow, wait);
    wait = Math.min(wait * 2, 1_200);
  });
}

function show({ event, data }) {
  const { revision, registered, quorum } = data;
  if (event === 'snapshot' || event === 'quorum') {
    const state = quorum.reached ? 'quorum' : `${quorum.missing} missing`;
    console.log(`#${revision} ${registered.apartments} units, ${registered.coefficient}: ${state}`);
  } else if (event === 'vote') {
    const answers = data.answers.map((a) => `${a.answerDescription} ${a.coefficient}`).join(', ');
    console.log(`#${revision} question ${data.conceptId}: ${answers}`);
  } else if (event === 'concept') {
    console.log(`#${revision} ${data.change}: ${data.concept.conceptDescription}`);
  }
}

follow();

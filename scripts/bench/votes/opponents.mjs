/**
 * Compared servers of the votes bench, each in a separate process. Plain JavaScript, runs without a build.
 * - `bare`: lower bound for any such endpoint: Fastify, the token verified at every request, the body validated,
 *   201 with an answer of the same shape. No database, no limits, no headers, no rules.
 * - `gathered`: like `bare`, and each vote stored on the same schema, synced to disk like this server: one prepared
 *   statement on better-sqlite3. Votes that arrive during a transaction share the next transaction and the sync, and
 *   each is answered afterwards: the limit of any design that stores each vote durably. No audit trail, no revision,
 *   no keys, no live messages.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createVerifier } from 'fast-jwt';
import Fastify from 'fastify';

const [kind, dataDir] = process.argv.slice(2);
const { BENCH_SECRET } = process.env;

const id = { type: 'integer', minimum: 1, maximum: 2147483647 };
const body = {
  type: 'object',
  required: ['jointId', 'apartmentId', 'conceptId', 'voteId'],
  properties: {
    jointId: id,
    apartmentId: { type: 'string', minLength: 1, maxLength: 50 },
    conceptId: id,
    voteId: id,
  },
};
const answer = {
  type: 'object',
  properties: {
    jointId: id,
    apartmentId: { type: 'string' },
    conceptId: id,
    voteId: id,
    at: { type: 'string' },
    receipt: { type: 'string' },
  },
};

const app = Fastify();
const verify = createVerifier({ key: BENCH_SECRET, algorithms: ['HS256'] });
app.decorateRequest('claims', null);
app.addHook('onRequest', async (request, reply) => {
  try {
    request.claims = verify(request.headers.authorization?.slice('Bearer '.length) ?? '');
  } catch {
    return reply.code(401).send({ code: 'unauthenticated' });
  }
});

const accept = kind === 'bare' ? null : gathered(openDatabase(join(dataDir, 'scaf.sqlite')));
app.post('/SCAF/api/assembly', { schema: { body, response: { 201: answer } } }, async (request, reply) => {
  const at = Date.now();
  const receipt = randomBytes(8).toString('hex');
  if (accept !== null && (await accept(request.body, request.claims.sub, at, receipt)) === 0) {
    return reply.code(409).send({ code: 'alreadyVoted' });
  }
  reply.code(201);
  return { ...request.body, at: new Date(at).toISOString(), receipt };
});

function openDatabase(file) {
  const opened = new Database(file);
  opened.pragma('journal_mode = WAL');
  opened.pragma('synchronous = FULL');
  opened.pragma('foreign_keys = ON');
  return opened;
}

/**
 * Returns a function that stores a vote in a shared transaction and resolves with the number of inserted rows once
 * on disk.
 */
function gathered(database) {
  const store = inserterOf(database);
  let waiting = [];
  const commit = database.transaction((votes) => votes.map(({ vote }) => store(...vote)));
  const flush = () => {
    const votes = waiting;
    waiting = [];
    const changes = commit(votes);
    for (const [i, { resolve }] of votes.entries()) resolve(changes[i]);
  };
  return (...vote) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ vote, resolve });
    });
}

/** Returns a function that inserts a vote. */
function inserterOf(database) {
  const insert = database.prepare(`
    insert into vote (assembly_id, joint_id, concept_id, apartment_id, answer_id, coefficient, at, receipt,
      holder, cast_by, remote)
    select c.assembly_id, c.joint_id, c.concept_id, u.apartment_id, n.answer_id, u.coefficient, $at, $receipt,
      t.holder, t.holder, t.remote
    from assembly as a
      join concept as c on c.assembly_id = a.assembly_id and c.joint_id = a.joint_id
      join answer as n on n.assembly_id = c.assembly_id and n.joint_id = c.joint_id
        and n.concept_id = c.concept_id
      join roll_unit as u on u.assembly_id = c.assembly_id and u.joint_id = c.joint_id
      join attendance as t on t.assembly_id = u.assembly_id and t.joint_id = u.joint_id
        and t.apartment_id = u.apartment_id
    where a.joint_id = $jointId and a.archived_at is null and c.concept_id = $conceptId and c.active = 1
      and n.answer_id = $voteId and u.apartment_id = $apartmentId and u.coefficient > 0 and t.holder = $holder
    on conflict do nothing`);
  return (vote, holder, at, receipt) => insert.run({ ...vote, holder, at, receipt }).changes;
}

process.on('disconnect', () => process.exit());
await app.listen({ host: '127.0.0.1', port: 0 });
process.send({ port: app.server.address().port });

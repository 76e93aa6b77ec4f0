import type { Nano } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { withoutCodes } from '../../../shared/evidence/leaves.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { GENESIS, hashEntry } from '../../platform/audit/entry.ts';
import { factsWithTexts } from '../../platform/audit/erasable.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { SameThreadFile } from '../../platform/db/sqlite-dialect.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { StoredConcept } from '../store/questions/concepts.repository.ts';
import { sumVotes } from '../store/tally/kept-tally.repository.ts';
import { isOfOwners } from '../store/tally/tally.repository.ts';
import type { CastVote, VoteToStore } from './ballot-box.repository.ts';
import type { Batch, KeyedVotes, StoredBatch } from './batch.types.ts';
import { voteInTrail } from './cast-votes.ts';
import { promisesOf } from './promises.repository.ts';

/*
 * Usual batch of votes on SQLite: valid single votes on one question, each with a new key or without a key, by the device
 * that registered the unit. Short statements without a query builder take half of the time of `storeBatch`. Any other batch
 * is null here: `storeBatch` alone decides about refusals, repeated requests, split votes, names, votes per owner, other
 * devices of an owner and votes during a quorum check.
 */

const FACTS = `
  select a.assembly_id, c.rule, c.vote_per, t.origin, t.salt, e.seq, e.hash,
    (select max(i.opened_at) from question_interval as i where i.assembly_id = c.assembly_id
      and i.joint_id = c.joint_id and i.concept_id = c.concept_id and i.number > 1)
  from assembly as a
    join concept as c on c.assembly_id = a.assembly_id and c.joint_id = ? and c.concept_id = ?
    left join audit_tree as t on t.chain = ?
    left join audit_entry as e on e.chain = ? and e.seq = (select max(seq) from audit_entry where chain = ?)
  where a.joint_id = ? and a.archived_at is null and c.active = 1 and c.concept_id > 1
    and not exists (select 1 from quorum_check as q where q.assembly_id = a.assembly_id and q.ended_at is null)`;
const UNIT = `
  select u.coefficient, u.kind, u.version, t.holder, t.remote, c.code_id
  from roll_unit as u
    join attendance as t
      on t.assembly_id = u.assembly_id and t.joint_id = u.joint_id and t.apartment_id = u.apartment_id
    left join code as c on c.code = t.holder
  where u.assembly_id = ? and u.joint_id = ? and u.apartment_id = ? and u.coefficient > 0`;
const CODE_ID = 'select code_id from code where code = ?';
const KEY_ROW =
  'insert into idempotency_key (key_hash, body_hash, reply, at) values (?, ?, ?, ?) on conflict do nothing';
const VOTE = `
  insert into vote (assembly_id, joint_id, concept_id, apartment_id, answer_id, coefficient, at, receipt, holder,
    cast_by, remote, kind, roll_version)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;
const SUM = `
  insert into tally (assembly_id, joint_id, concept_id, answer_id, kind, apartments, coefficient, in_room, ballots,
    ballot_coefficient, late)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (assembly_id, joint_id, concept_id, answer_id, kind) do update set
    apartments = apartments + excluded.apartments, coefficient = coefficient + excluded.coefficient,
    in_room = in_room + excluded.in_room, ballots = ballots + excluded.ballots,
    ballot_coefficient = ballot_coefficient + excluded.ballot_coefficient, late = late + excluded.late`;
const ENTRY = `
  insert into audit_entry (chain, seq, at, actor, act, data, previous_hash, hash) values (?, ?, ?, ?, ?, ?, ?, ?)`;
const REVISION = 'update joint_revision set revision = revision + 1 where joint_id = ?';

/**
 * Stores a usual batch of votes in the open transaction, with the same rows and the same answer as `storeBatch`. Null for
 * another batch: then the caller undoes the transaction.
 */
export function storeUsualBatch(file: SameThreadFile, batch: Batch): StoredBatch | null {
  const { rootId, requests, at, signer = null } = batch;
  const [question] = requests[0]?.rows ?? [];
  const facts = question === undefined ? null : readFacts(file, rootId, question);
  if (question === undefined || facts === null) return null;
  const { assemblyId, tree, since } = facts;
  const codeIds = new Map<string, string>();
  const cast: CastVote[] = [];
  for (const request of requests) {
    const vote = isUsual(request, question) ? storeVote(file, { assemblyId, at, codeIds }, request) : null;
    if (vote === null) return null;
    cast.push(vote);
  }
  const { joint_id, concept_id } = question;
  for (const sum of sumVotes(cast, since))
    file.run(SUM, [
      ...[assemblyId, joint_id, concept_id, sum.answerId, sum.kind, sum.apartments, sum.coefficient],
      ...[sum.inRoom, sum.ballots, sum.ballotCoefficient, sum.late],
    ]);
  const votes = cast.map(voteInTrail);
  const codeIdOf = (code: string) => codeIds.get(code) ?? file.run(CODE_ID, [code]).values[0] ?? code;
  const data = withoutCodes(factsWithTexts({ assemblyId, votes }).json, (code) => String(codeIdOf(code)));
  const entry = { ...facts.next, at, actor: 'ballot-box', act: 'votes', data };
  const { chain, seq, actor, act, previous_hash } = entry;
  file.run(ENTRY, [chain, seq, at, actor, act, data, previous_hash, hashEntry(entry)]);
  if (file.run(REVISION, [joint_id]).changes === 0) return null;
  const promises = signer === null ? null : promisesOf(tree, signer, { assemblyId, votes, at });
  const outcomes = cast.map(({ receipt }) => ({
    reply: receipt,
    at,
    ...defined({ promises: promises === null ? undefined : [promises.get(receipt)] }),
  }));
  return { outcomes, touched: [joint_id] };
}

const isUsual = ({ rows: [row, ...more], isSplit }: KeyedVotes, { joint_id, concept_id }: VoteToStore) =>
  !isSplit &&
  more.length === 0 &&
  row?.joint_id === joint_id &&
  row.concept_id === concept_id &&
  row.choices === undefined;

/** Reads the facts of an open question. `next`: number and place of the next entry in the trail; `tree`: as `findTree`. */
function readFacts(file: SameThreadFile, rootId: number, { joint_id, concept_id }: VoteToStore) {
  const chain = jointChain(rootId);
  const { values } = file.run(FACTS, [joint_id, concept_id, chain, chain, chain, rootId]);
  if (values.length === 0) return null;
  const [assemblyId, rule, votePer, origin, salt, seq, hash, since] = values as [
    ...[number, StoredConcept['rule'], StoredConcept['votePer'], string | null, string, number | null],
    ...[string, Millis | null],
  ];
  if (isOfOwners({ rule, votePer })) return null;
  const tree = origin === null ? undefined : { origin, salt };
  const next = { chain, seq: (seq ?? 0) + 1, previous_hash: seq === null ? GENESIS : hash };
  return { assemblyId, tree, since, next };
}

/** Stores a vote with its key. Null for a known key, a second vote and a unit without a registration by the device. */
function storeVote(
  file: SameThreadFile,
  { assemblyId, at, codeIds }: { assemblyId: number; at: Millis; codeIds: Map<string, string> },
  { rows: [row], key }: KeyedVotes,
): CastVote | null {
  if (row === undefined) return null;
  const { joint_id, concept_id, apartment_id, answer_id, receipt, actor: cast_by } = row;
  const { values } = file.run(UNIT, [assemblyId, joint_id, apartment_id]);
  if (values.length === 0) return null;
  const [coefficient, kind, roll_version, holder, remote, codeId] = values as [
    ...[Nano, ApartmentKind, number, string, CastVote['remote'], string | null],
  ];
  if (row.holder !== null && row.holder !== holder) return null;
  if (codeId !== null) codeIds.set(holder, codeId);
  if (key !== null && file.run(KEY_ROW, [key.keyHash, key.bodyHash, receipt, at]).changes === 0) return null;
  const { changes } = file.run(VOTE, [
    ...[assemblyId, joint_id, concept_id, apartment_id, answer_id, coefficient, at, receipt],
    ...[holder, cast_by, remote, kind, roll_version],
  ]);
  if (changes === 0) return null;
  return {
    joint_id,
    concept_id,
    apartment_id,
    answer_id,
    coefficient,
    at,
    receipt,
    holder,
    cast_by,
    kind,
    remote,
    roll_version,
    choices: null,
  };
}

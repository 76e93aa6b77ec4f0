import { groupedCode, maskedCode } from '../../shared/assemblies/code.ts';
import { conceptName } from '../../shared/assemblies/concept-names.ts';
import { actWords } from '../../shared/audit/act-words.ts';
import type { AuditCheck, AuditRecord, AuditVote } from '../../shared/audit/audit.api.ts';
import { nano, toNumber } from '../../shared/coefficient.ts';
import { defined } from '../../shared/defined.ts';
import type { Facts, VoteFact } from '../../shared/evidence/replayed.ts';
import { entriesWithCodeIds } from '../platform/audit/code-ids.repository.ts';
import type { EntryFormatters, Telling } from '../platform/audit/entry-words.ts';
import { withTexts } from '../platform/audit/erasable.ts';
import { readTexts } from '../platform/audit/texts.repository.ts';
import { billingChain, jointChain } from '../platform/audit/trail.ts';
import type { StoreAddress } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/engine.ts';
import { workerLimits } from '../platform/queue/limits.ts';
import { runInWorker } from '../platform/queue/run-in-worker.ts';
import { workerSemaphore } from '../platform/queue/worker-pool.ts';
import {
  type EntryFilter,
  type EntryRow,
  readActs,
  readAnswers,
  readCodedUntil,
  readCodesById,
  readEntries,
  readNames,
  readOpen,
} from './audit.repository.ts';
import type { TrailCheckTask } from './check-trail.ts';

/** Audit trail of a joint (co-owned property): about assemblies, or about billing. */
export type Trail = 'assemblies' | 'billing';

/** Filters for the entries of an audit trail. */
export interface TrailQuery {
  /** Name of the recorded action ('conceptActivated'). */
  act?: string;
  /** Words in the facts of the entry, or in the name of the author. */
  text?: string;
  /** Id of a unit: only entries with the unit, without the entries of votes. */
  unit?: string;
  /** First time, ISO 8601. */
  from?: string;
  /** Last time, ISO 8601. */
  until?: string;
  /** Number of an entry: only earlier entries, for the next page. */
  before?: number;
}

const ENTRIES_OF_PAGE = 50;

/** Returns the mark of an act typed from paper, as the end of a sentence; the entry about the evening says so itself. */
const fromPaper = (act: string, { typedFromPaper }: Record<string, unknown>): string =>
  typedFromPaper === true && act !== 'paperTyped' ? ' Digitado desde papel.' : '';

const parts: Readonly<Record<string, string>> = {
  'ballot-box': 'Urna',
  mail: 'Correo',
  demo: 'Demostración',
  rehearsal: 'Ensayo',
};

/** Name of an audit chain, with the joint of the chain. */
export interface ChainOf {
  /** Name of the chain: 'joint:3' or 'billing:3'. */
  chain: string;
  /** Number of the joint or sector. */
  jointId: number;
}

/**
 * Returns the name of a joint's audit chain (list of entries linked by hashes): 'joint:3' for the assemblies,
 * 'billing:3' for the billing. For a sector and the assemblies, the caller passes the number of the whole
 * joint.
 */
export const chainOf = (trail: Trail, jointId: number): ChainOf => ({
  chain: (trail === 'billing' ? billingChain : jointChain)(jointId),
  jointId,
});

/**
 * Returns audit entries of a joint, newest first, as Spanish sentences. An action without a sentence is
 * shown by name.
 * @param all true for every entry (for a file), false for a page
 * @returns `entries` for the screen, with masked codes; `rows` as stored, with public ids in place of codes; `more`: true if
 *   earlier entries exist. Hashes up to the last old entry with a whole code are null: hash and mask would tell the code
 */
export async function readTrail(
  db: Db,
  formatters: EntryFormatters,
  { chain, jointId: ofJoint }: ChainOf,
  { act, text, unit, from, until, before }: TrailQuery,
  all = false,
): Promise<{ entries: AuditRecord[]; rows: TrailLine[]; more: boolean }> {
  const { users, who, joint, masked } = await readTrailNames(db, ofJoint);
  const wanted = text?.trim().toLowerCase() ?? '';
  const filter: EntryFilter = {
    chain,
    act,
    unit,
    from: from === undefined ? undefined : Date.parse(from),
    until: until === undefined ? undefined : Date.parse(until),
    before,
    open: await readOpen(db, ofJoint),
    ...defined({
      text:
        wanted === ''
          ? undefined
          : {
              words: wanted,
              actors: [...users].flatMap(([id, name]) => (name.toLowerCase().includes(wanted) ? [id] : [])),
            },
      limit: all ? undefined : ENTRIES_OF_PAGE + 1,
    }),
  };
  const found = await readEntries(db, filter);
  const named = await entriesWithCodeIds(db, found);
  const codedUntil = await readCodedUntil(db, chain);
  const { bodies, textsBySeq } = await readTrailTexts(db, chain, all ? undefined : found);
  // A search must not find an entry by a part of a code: the answers would spell the code.
  const isFound = ({ actor, data }: EntryRow) =>
    filter.text === undefined ||
    filter.text.actors.includes(actor) ||
    masked(withTexts(data, bodies)).toLowerCase().includes(JSON.stringify(wanted).slice(1, -1));
  const rows = (all ? named : named.slice(0, ENTRIES_OF_PAGE)).filter(isFound);
  const read = rows.map((row) => {
    // Details for verifications, of thousands of accounts. Only the JSON lines contain the details.
    const { posted: _, ...facts }: Record<string, unknown> = Object(JSON.parse(withTexts(row.data, bodies)));
    return { row, facts };
  });
  const voted = read.flatMap(({ row, facts }) => (row.act === VOTES ? [Number(facts.assemblyId)] : []));
  const answers = all ? null : await readAnswers(db, [...new Set(voted)]);
  const entries = read.map(({ row, facts }) => ({
    seq: row.seq,
    at: new Date(row.at).toISOString(),
    actor: who(row.actor),
    act: row.act,
    what: masked(
      `${formatters[row.act]?.({ facts, who, joint }) ?? `${actWords[row.act] ?? row.act}.`}${fromPaper(row.act, facts)}`,
    ),
    data: Object(JSON.parse(masked(JSON.stringify(facts)))),
    ...defined({
      votes: answers === null || row.act !== VOTES ? undefined : votesOf(facts, { who, joint, answers }),
    }),
    hash: row.seq <= codedUntil ? null : row.hash,
  }));
  const lines = rows.map((row) => ({
    ...row,
    previous_hash: row.seq > 1 && row.seq - 1 <= codedUntil ? null : row.previous_hash,
    hash: row.seq <= codedUntil ? null : row.hash,
    ...defined({ texts: textsBySeq.get(row.seq) }),
  }));
  return { entries, rows: lines, more: !all && found.length > ENTRIES_OF_PAGE };
}

/** Reads the erasable texts of entries of a chain (all entries without `of`), by hash and by number of the entry. */
async function readTrailTexts(db: Db, chain: string, of?: readonly EntryRow[]) {
  const bodies = new Map<string, string>();
  const textsBySeq = new Map<number, Required<TrailLine>['texts']>();
  const seqs = of?.map(({ seq }) => seq);
  for (const { seq, hash, salt, body } of await readTexts(db, chain, seqs)) {
    if (body !== null) bodies.set(hash, body);
    textsBySeq.set(seq, [...(textsBySeq.get(seq) ?? []), { hash, salt, body }]);
  }
  return { bodies, textsBySeq };
}

/** Reads the names in a joint's trail: functions to write actors, joints, and texts with masked codes. */
async function readTrailNames(db: Db, ofJoint: number) {
  const { users, joints } = await readNames(db, ofJoint);
  const codes = await readCodesById(db, ofJoint);
  const masked = (text: string): string =>
    text.replace(/QR-[0-9a-f]{16}/g, (id) => {
      const code = codes.get(id);
      return code === undefined ? id : maskedCode(code);
    });
  const who = (actor: string): string => {
    const code = codes.get(actor.replace(/^code:/, ''));
    if (code !== undefined) return `Código QR ${groupedCode(maskedCode(code))}`;
    if (actor.startsWith('display:')) return 'Pantalla';
    const user = /^[0-9]+$/.test(actor) ? `user:${actor}` : actor;
    return users.get(user) ?? parts[actor] ?? actor;
  };
  const joint = (jointId: number): string => joints.get(jointId) ?? `la copropiedad ${jointId}`;
  return { users, who, joint, masked };
}

/** Entry of a trail as a line of JSON for verifications; null in place of a hash that would tell a code. */
export interface TrailLine extends Omit<EntryRow, 'hash' | 'previous_hash'> {
  previous_hash: string | null;
  hash: string | null;
  /** Erasable texts of the entry: the hash in `data` is the SHA-256 of salt and text; null after an erasure. */
  texts?: { hash: string; salt: string | null; body: string | null }[];
}

const VOTES = 'votes';

interface VoteNames extends Pick<Telling, 'who' | 'joint'> {
  answers: ReadonlyMap<string, string>;
}

/** Votes of an audit entry, with names instead of numbers. */
function votesOf(facts: Record<string, unknown>, { who, joint, answers }: VoteNames): AuditVote[] {
  const { assemblyId, votes } = facts as Pick<Facts, 'assemblyId'> & { votes: VoteFact[] };
  return votes.map(
    ([jointId, conceptId, apartmentId, answerId, coefficient, receipt, holder, , , , choices]) => ({
      apartmentId,
      question: `${conceptName(conceptId)} de ${joint(jointId)}`,
      answers: (choices?.split(',') ?? [answerId]).map(
        (id) => answers.get(`${assemblyId} ${jointId} ${conceptId} ${id}`) ?? `Respuesta ${id}`,
      ),
      coefficient: toNumber(nano(coefficient)),
      receipt,
      holder: who(holder),
    }),
  );
}

/** Returns a page of audit entries, newest first, and the names of all kinds of acts for the filter. */
export async function listTrail(db: Db, formatters: EntryFormatters, of: ChainOf, query: TrailQuery) {
  const { entries, more } = await readTrail(db, formatters, of, query);
  return { entries, more, acts: await readActs(db, of.chain) };
}

/** Limits parallel verifications, apart from reports: a verification takes no place of a report. */
const checking = workerSemaphore('waited', workerLimits.waiting);

/**
 * Verifies an audit chain (see `verifyChain`) in a worker process. Tasks of different persons take turns.
 * @param chain name of the chain: 'joint:3'
 * @param by `signal`: cancels the task; `actor`: person with the request, 'user:12'
 */
export function checkTrail(
  address: StoreAddress,
  chain: string,
  by: { signal: AbortSignal; actor: string },
): Promise<AuditCheck> {
  const task: TrailCheckTask = { kind: 'auditCheck', chain };
  return runInWorker<AuditCheck>(address, task, { semaphore: checking, ...by });
}

import type { AnswerOf, InputOf } from '../../../shared/api.ts';
import { bareText } from '../../../shared/bare-text.ts';
import { type Day, today as todayNow } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { claimTerms } from '../../../shared/personal/claims.ts';
import { CONTRACT_VERSION, contractText } from '../../../shared/personal/contract.ts';
import {
  type Authorisation,
  type acceptDataContract,
  type answerDataClaim,
  type authoriseOwnData,
  type DataClaim,
  type DataContract,
  type DataPolicy,
  type extendDataClaim,
  type fileOwnClaim,
  MOST_RECORDS,
  type noteAuthorisation,
  type noteDataClaim,
  type publishDataPolicy,
  type readDataPolicy,
  type readDataRegister,
  type readOwnData,
  type withdrawAuthorisation,
  type withdrawOwnData,
} from '../../../shared/personal/register.api.ts';
import { documentKeys } from '../../../shared/properties/documents.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, lockJoint, readAsOfNow } from '../../platform/db/engine.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { addBusinessDays } from '../../platform/lib/business-days.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import * as stored from './register.repository.ts';

/** Act on the register of a root joint, in a transaction with the joint's lock. */
interface RegisterAct {
  trx: Db;
  rootId: number;
  at: number;
  today: Day;
  actor: string;
  audit: (act: string, facts: Record<string, unknown>) => Promise<void>;
}

const userOf = (principal: Principal): number => Number(principal.userId);

/** @throws Problem badRequest for a text of blanks */
function required(text: string): string {
  if (text.trim() === '') throw new Problem('badRequest');
  return text.trim();
}

/**
 * Creates the service for the register of personal data of a joint (Ley 1581 de 2012): the published policy, authorisations with
 * proof, and queries and claims with the legal terms.
 */
export function registerService({ store: { db }, directory }: Pick<Context, 'store' | 'directory'>) {
  const rootOf = async (jointId: number) =>
    requireJoint(directory, (await requireJoint(directory, jointId)).rootId);

  async function inRegister<T>(
    { actor }: Principal,
    jointId: number,
    work: (act: RegisterAct) => Promise<T>,
  ): Promise<T> {
    const { rootId } = await rootOf(jointId);
    return db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      const at = Date.now();
      const by = { chain: jointChain(rootId), actor, at };
      const audit: RegisterAct['audit'] = (act, facts) => appendAudit(trx, by, act, facts);
      return work({ trx, rootId, at, today: todayNow(), actor, audit });
    });
  }

  return {
    policy: async (jointId: number, version?: number): Promise<AnswerOf<typeof readDataPolicy>> => {
      const place = await directory.find(jointId);
      const root = place && (await directory.find(place.rootId));
      const policy = root === undefined ? null : await stored.readPolicy(db, root.jointId, version);
      if (root === undefined || policy === null) throw new Problem('policyNotFound');
      const versions = await stored.listPolicyVersions(db, root.jointId);
      return { jointName: root.jointName, policy, versions };
    },

    /** Publishes a version of the policy; a text equal to the last version changes nothing. @throws Problem badRequest */
    publish: (by: Principal, jointId: number, body: InputOf<typeof publishDataPolicy>['body']) =>
      inRegister(by, jointId, (act) => publishPolicy(act, body)),

    /** Accepts the contract once for each version. @throws Problem contractMoved, badRequest */
    accept: (by: Principal, jointId: number, body: InputOf<typeof acceptDataContract>['body']) =>
      inRegister(by, jointId, (act) => acceptContract(act, body)),

    /** @param text part of the name, or a document, of the person */
    register: async (jointId: number, text = ''): Promise<AnswerOf<typeof readDataRegister>> => {
      const { rootId } = await rootOf(jointId);
      return readAsOfNow(db, async (trx) => {
        const { policy, ...records } = await readRecords(trx, { jointId: rootId }, text);
        const [claims, authorisations] = [records.claims, records.authorisations];
        return {
          policy,
          contract: await stored.readContract(trx, rootId),
          claims: claims.slice(0, MOST_RECORDS),
          authorisations: authorisations.slice(0, MOST_RECORDS),
          more: Math.max(claims.length, authorisations.length) > MOST_RECORDS,
        };
      });
    },

    own: async (by: Principal, jointId: number): Promise<AnswerOf<typeof readOwnData>> => {
      const { rootId } = await rootOf(jointId);
      return readAsOfNow(db, (trx) => readRecords(trx, { jointId: rootId, userId: userOf(by) }));
    },

    /** Notes a claim that came to the staff. @throws Problem badRequest */
    note: (
      by: Principal,
      jointId: number,
      body: InputOf<typeof noteDataClaim>['body'],
      key: RequestKey | null,
    ) =>
      inRegister(by, jointId, (act) => {
        if (body.receivedOn > act.today) throw new Problem('badRequest');
        return claimOnce(act, key, async () => addClaim(act, { ...body, userId: null }));
      }),

    /** Files a claim of an owner. @throws Problem tooManyClaims, badRequest */
    file: (
      by: Principal,
      jointId: number,
      body: InputOf<typeof fileOwnClaim>['body'],
      key: RequestKey | null,
    ) =>
      inRegister(by, jointId, (act) =>
        claimOnce(act, key, async () => {
          const userId = userOf(by);
          const own = await stored.listClaims(act.trx, { jointId: act.rootId, userId });
          ensureWithin('tooManyClaims', own.filter(({ answer }) => answer === null).length + 1);
          const { name, document, email } = await stored.readPersonOfUser(act.trx, userId);
          const person = { person: name, document, reach: email, userId, channel: 'page' as const };
          return addClaim(act, { ...body, ...person, receivedOn: act.today });
        }),
      ),

    /** @throws Problem claimNotFound, claimAnswered, claimExtended, claimOverdue */
    extend: (
      by: Principal,
      of: InputOf<typeof extendDataClaim>['params'],
      { reason }: InputOf<typeof extendDataClaim>['body'],
    ) =>
      inRegister(by, of.jointId, async (act) => {
        const claim = await openClaim(act, of.claimId);
        if (claim.extension !== null) throw new Problem('claimExtended');
        if (claim.dueOn < act.today) throw new Problem('claimOverdue');
        const dueOn = addBusinessDays(claim.dueOn, claimTerms[claim.kind].extension);
        const key = { jointId: act.rootId, claimId: of.claimId };
        const by = { extended_at: act.at, extended_by: act.actor };
        await stored.updateClaim(act.trx, key, { ...by, extension: reason.trim(), due_on: dueOn });
        await act.audit('dataClaimExtended', { claimId: of.claimId, kind: claim.kind, dueOn });
        return readClaim(act, of.claimId);
      }),

    /** @throws Problem claimNotFound, claimAnswered, badRequest */
    answer: (
      by: Principal,
      of: InputOf<typeof answerDataClaim>['params'],
      body: InputOf<typeof answerDataClaim>['body'],
    ) =>
      inRegister(by, of.jointId, async (act) => {
        const { kind, dueOn } = await openClaim(act, of.claimId);
        const key = { jointId: act.rootId, claimId: of.claimId };
        const by = { answered_at: act.at, answered_by: act.actor };
        await stored.updateClaim(act.trx, key, { ...by, answer: required(body.answer) });
        const sha256 = hiddenHashOf({ answer: required(body.answer) });
        await act.audit('dataClaimAnswered', { claimId: of.claimId, kind, dueOn, sha256 });
        return readClaim(act, of.claimId);
      }),

    /** @throws Problem policyNotFound */
    authorise: (
      by: Principal,
      jointId: number,
      body: InputOf<typeof noteAuthorisation>['body'],
      key: RequestKey | null,
    ) =>
      inRegister(by, jointId, async (act) => {
        const policy = await stored.readPolicy(act.trx, act.rootId);
        if (policy === null) throw new Problem('policyNotFound');
        const number = await oncePerKey(act.trx, key, act.at, () =>
          addAuthorisation(act, { ...body, version: policy.version, userId: null }),
        );
        const [one] = await stored.listAuthorisations(act.trx, { jointId: act.rootId, number });
        if (one === undefined) throw new Problem('authorisationNotFound');
        return one;
      }),

    /** @throws Problem authorisationNotFound */
    withdraw: (
      by: Principal,
      of: InputOf<typeof withdrawAuthorisation>['params'],
      body: InputOf<typeof withdrawAuthorisation>['body'],
    ) =>
      inRegister(by, of.jointId, async (act) => {
        const record = { jointId: act.rootId, number: of.authorisationId };
        await withdrawAll(act, record, body.reason);
        const [one] = await stored.listAuthorisations(act.trx, record);
        if (one === undefined) throw new Problem('authorisationNotFound');
        return one;
      }),

    /** Authorises the last version of the policy, or the recording of assemblies, for the caller. @throws Problem policyMoved */
    authoriseOwn: (by: Principal, jointId: number, body: InputOf<typeof authoriseOwnData>['body']) =>
      inRegister(by, jointId, (act) => authoriseSelf(act, by, body)),

    withdrawOwn: (
      by: Principal,
      jointId: number,
      { reason, ...of }: InputOf<typeof withdrawOwnData>['body'],
    ) =>
      inRegister(by, jointId, (act) =>
        withdrawAll(act, { jointId: act.rootId, userId: userOf(by), ...of }, reason),
      ),
  };
}

async function readRecords(db: Db, of: stored.RecordsOf, text = ''): Promise<AnswerOf<typeof readOwnData>> {
  const policy = await stored.readPolicy(db, of.jointId);
  const numbersOf = async (table: 'data_claim' | 'data_authorisation') =>
    text.trim() === '' ? {} : { numbers: numbersWith(await stored.readNamed(db, table, of.jointId), text) };
  const claims = await stored.listClaims(db, { ...of, ...(await numbersOf('data_claim')) });
  const named = await numbersOf('data_authorisation');
  return { policy, claims, authorisations: await stored.listAuthorisations(db, { ...of, ...named }) };
}

async function publishPolicy(
  { trx, rootId, at, actor, audit }: RegisterAct,
  body: InputOf<typeof publishDataPolicy>['body'],
): Promise<DataPolicy> {
  const last = await stored.readPolicy(trx, rootId);
  const policy = { ...body, text: required(body.text), version: (last?.version ?? 0) + 1 };
  const isEqual = (name: 'responsible' | 'contact' | 'text') => last?.[name] === policy[name];
  if (last !== null && isEqual('responsible') && isEqual('contact') && isEqual('text')) return last;
  await stored.insertPolicy(trx, {
    joint_id: rootId,
    ...policy,
    published_at: at,
    published_by: actor,
  });
  const { version } = policy;
  await audit('dataPolicyPublished', { version, sha256: recordHashOf(policy) });
  return { ...policy, publishedAt: new Date(at).toISOString() };
}

async function acceptContract(
  { trx, rootId, at, actor, audit }: RegisterAct,
  { person: typed, version }: InputOf<typeof acceptDataContract>['body'],
): Promise<DataContract> {
  const last = await stored.readContract(trx, rootId);
  if (version !== CONTRACT_VERSION) throw new Problem('contractMoved');
  if (last?.version === version) return last;
  const person = required(typed);
  await stored.insertContract(trx, {
    joint_id: rootId,
    version,
    person,
    accepted_at: at,
    accepted_by: actor,
  });
  await audit('dataContractAccepted', {
    version,
    sha256: recordHashOf(contractText),
    person: erasable(person),
  });
  return { version, person, acceptedAt: new Date(at).toISOString() };
}

/** Returns the numbers of the records with a text in the name, or a document, at most as many as a list holds. */
function numbersWith(records: Awaited<ReturnType<typeof stored.readNamed>>, text: string): number[] {
  const words = bareText(text).trim();
  const documents = documentKeys(text);
  return records
    .filter(
      ({ person, document }) =>
        bareText(person).includes(words) || documentKeys(document).some((key) => documents.includes(key)),
    )
    .map(({ number }) => number)
    .slice(0, MOST_RECORDS + 1);
}

const recordHashOf = (record: unknown): string => toHex(sha256(utf8(JSON.stringify(record))));

/** SHA-256 of a personal text for the trail, salted and erasable: a short text could be guessed from the hash alone. */
const hiddenHashOf = (record: unknown) => erasable(recordHashOf(record));

async function readClaim({ trx, rootId }: RegisterAct, claimId: number): Promise<DataClaim> {
  const [claim] = await stored.listClaims(trx, { jointId: rootId, number: claimId });
  if (claim === undefined) throw new Problem('claimNotFound');
  return claim;
}

/** Adds a claim once per key. Only the number is kept with the key: the texts can be erased. */
async function claimOnce(
  act: RegisterAct,
  key: RequestKey | null,
  add: () => Promise<number>,
): Promise<DataClaim> {
  return readClaim(act, await oncePerKey(act.trx, key, act.at, add));
}

/** Returns a claim without an answer. @throws Problem claimNotFound, claimAnswered */
async function openClaim(act: RegisterAct, claimId: number): Promise<DataClaim> {
  const claim = await readClaim(act, claimId);
  if (claim.answer !== null) throw new Problem('claimAnswered');
  return claim;
}

/** Returns the received part of a claim, in the order of the hash of the trail. */
const claimText = ({ person, document, reach, text }: DataClaim) => ({ person, document, reach, text });

/** Stores a claim with the last day of the legal term, and returns the number. */
async function addClaim(
  act: RegisterAct,
  claim: Omit<DataClaim, 'claimId' | 'dueOn' | 'extension' | 'answer'> & { userId: number | null },
): Promise<number> {
  const { trx, rootId, at, actor } = act;
  const { userId, kind, person, document, reach, channel, receivedOn } = claim;
  const claimId = await stored.nextNumber(trx, 'data_claim', rootId);
  const dueOn = addBusinessDays(receivedOn, claimTerms[kind].days);
  await stored.insertClaim(trx, {
    joint_id: rootId,
    claim_id: claimId,
    user_id: userId,
    person: person.trim(),
    document,
    reach,
    kind,
    channel,
    text: required(claim.text),
    received_on: receivedOn,
    due_on: dueOn,
    entered_at: at,
    entered_by: actor,
    extended_at: null,
    extended_by: null,
    extension: null,
    answered_at: null,
    answered_by: null,
    answer: null,
  });
  const facts = { claimId, kind, channel, receivedOn, dueOn };
  await act.audit('dataClaimReceived', {
    ...facts,
    sha256: hiddenHashOf(claimText(await readClaim(act, claimId))),
  });
  return claimId;
}

async function addAuthorisation(
  { trx, rootId, at, actor, audit }: RegisterAct,
  authorisation: Pick<Authorisation, 'person' | 'document' | 'version' | 'channel' | 'proof'> & {
    userId: number | null;
    purpose?: Authorisation['purpose'];
  },
): Promise<number> {
  const { userId, person, document, version, channel, proof } = authorisation;
  const purpose = authorisation.purpose === 'recording' ? authorisation.purpose : null;
  const authorisationId = await stored.nextNumber(trx, 'data_authorisation', rootId);
  await stored.insertAuthorisation(trx, {
    joint_id: rootId,
    authorisation_id: authorisationId,
    user_id: userId,
    person: person.trim(),
    document,
    version,
    purpose,
    channel,
    proof: proof.trim(),
    given_at: at,
    entered_by: actor,
    withdrawn_at: null,
    withdrawn_by: null,
    withdrawal: null,
  });
  const of = defined({ purpose: purpose ?? undefined });
  const text = { person: person.trim(), document, version, channel, proof: proof.trim(), ...of };
  const facts = { authorisationId, version, channel, ...of };
  await audit('dataAuthorised', { ...facts, sha256: hiddenHashOf(text) });
  return authorisationId;
}

async function authoriseSelf(
  act: RegisterAct,
  by: Principal,
  { version, purpose = 'policy' }: InputOf<typeof authoriseOwnData>['body'],
): Promise<void> {
  const userId = userOf(by);
  const policy = await stored.readPolicy(act.trx, act.rootId);
  if (policy?.version !== version) throw new Problem('policyMoved');
  const own = await stored.listAuthorisations(act.trx, { jointId: act.rootId, userId });
  const isSame = (one: Authorisation) => one.version === version && one.purpose === purpose;
  if (own.some((one) => one.withdrawn === null && isSame(one))) return;
  const { name, document } = await stored.readPersonOfUser(act.trx, userId);
  const proof = by.byLink ? 'Sesión con el enlace personal' : 'Sesión con usuario y contraseña';
  const channel = 'page' as const;
  await addAuthorisation(act, { person: name, document, channel, proof, version, purpose, userId });
}

/** Withdraws current authorisations, with an entry for each purpose. */
async function withdrawAll(
  { trx, at, actor, audit }: RegisterAct,
  of: stored.RecordsOf,
  reason: string,
): Promise<void> {
  const gone = await stored.withdrawAuthorisations(trx, of, { at, actor, reason: reason.trim() });
  for (const purpose of new Set(gone.map((one) => one.purpose))) {
    const authorisationIds = gone.flatMap((one) => (one.purpose === purpose ? [one.number] : []));
    const facts = { authorisationIds, ...defined({ purpose: purpose ?? undefined }) };
    await audit('dataAuthorisationWithdrawn', facts);
  }
}

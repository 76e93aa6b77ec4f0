import { timingSafeEqual } from 'node:crypto';
import { agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import {
  type OwnPower,
  POWER_CODE_TRIES,
  POWER_CODES_PER_HOUR,
  type PowerToSign,
} from '../../../shared/assemblies/powers/own-powers.api.ts';
import type { Power } from '../../../shared/assemblies/powers/powers.api.ts';
import { assemblyName } from '../../../shared/assemblies/words.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import type { PowerRules } from '../../../shared/properties/power-rules.api.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { tooSoon } from '../../platform/http/attempts.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { insertMail } from '../../platform/mail/outbox.repository.ts';
import { readPowerCheckers, readPowerRules } from '../../properties/index.ts';
import { acceptPowers, ensureNotClosed, revokePowers } from '../attendance/power-decisions.ts';
import { conflictOf } from '../attendance/take-back.ts';
import { readRollOwners, readUserAddresses } from '../mail/roll-owners.repository.ts';
import { groupByOwner } from '../mail/roll-owners.ts';
import { endPowers, notePower, type PowersContext, readPowerBook, refuseBlocked } from '../powers/acts.ts';
import { judgePower, type PowerBook } from '../powers/limits.ts';
import { readPowerList } from '../powers/list.ts';
import { enteredOf, ownerOf } from '../powers/sheet.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToRead, type StoredAssembly } from '../store/assembly.repository.ts';
import { linkedUnits, readRoll } from '../store/attendance/attendance.repository.ts';
import {
  countTry,
  insertProof,
  provenPowers,
  putDraft,
  recentCodes,
  takeDraft,
} from './own-powers.repository.ts';
import { powerCodeHash } from './power-mail.ts';
import {
  type AgendaInstruction,
  type CodeSignature,
  type Draft,
  instructionLines,
  maskedAddress,
  powerText,
  proofHash,
  signedContent,
} from './power-text.ts';

/**
 * Service of the powers of attorney that owners sign on the phone with a one-use code by mail (PRODUCT §15, LAW §4;
 * docs/why/powers.md).
 */
export function ownPowersService(context: AssembliesContext) {
  const { store, directory, mail, keyedHash } = context;

  /** Reads the caller's powers in the current assembly, and the data to give a power. @throws Problem jointNotFound */
  async function read(jointId: number, principal: Principal) {
    const { rootId } = await requireJoint(directory, jointId);
    const family = await directory.family(jointId);
    return readAsOfNow(store.db, async (trx) => {
      const assembly = await assemblyToRead(trx, rootId);
      const place = { trx, assembly: { assemblyId: assembly.assemblyId, rootId }, family };
      const own = await linkedUnits(trx, principal.userId, family);
      const book = await readPowerBook(place);
      const { rules } = book;
      const address = await addressOf(place, principal);
      const obstacle = obstacleOf(assembly, rules, mail.configured ? address : undefined, Date.now());
      return {
        obstacle: obstacle === null ? null : new Problem(obstacle).message,
        until: instantOf(closingTime(assembly, rules)),
        sentTo: address === undefined ? null : maskedAddress(address),
        owners: byOwner(book, own),
        points: agendaItems(assembly.agenda).map(({ number, text }) => ({ number, text })),
        powers: await ownOf(place, own),
      };
    });
  }

  /**
   * Stores a power to sign, and mails the code. @returns the text to sign, and the masked address
   * @throws Problem tooManyAttempts after three codes in an hour; the problems of `askPowerCode`
   */
  async function askCode(jointId: number, wanted: PowerToSign, principal: Principal) {
    const { rootId } = await requireJoint(directory, jointId);
    const { jointName } = await requireJoint(directory, rootId);
    const toSign = await runUseCase(context, { jointId, by: principal }, async (act) => {
      const { assemblyId } = act.assembly;
      const userId = Number(principal.userId);
      const { assembly, address } = await requireOpen(act, principal, mail.configured);
      const [oldest, ...later] = await recentCodes(act.trx, userId, act.at);
      if (oldest !== undefined && later.length + 1 >= POWER_CODES_PER_HOUR)
        throw tooSoon(Math.max(1, Math.ceil((oldest + HOUR_MS - act.at) / 1000)));
      const draft = await draftOf(act, wanted, assembly, { principal, address, jointName });
      await putDraft(act.trx, { assemblyId, userId }, draft, act.at);
      await queue(act, 'powerCode', { onceKey: `powerCode:${userId}:${act.at}`, userId, address });
      // A power not signed is no record of the assembly: name and address can be erased.
      const holder = { name: erasable(draft.holder.name) };
      await act.audit('powerCodeAsked', { units: draft.apartmentIds, holder, to: erasable(draft.sentTo) });
      return { text: draft.text, sentTo: draft.sentTo };
    });
    mail.nudge();
    return toSign;
  }

  /**
   * Signs the power of the last code. Each typed code is counted before the comparison, in a statement of its own.
   * @throws Problem powerCodeWrong, powerCodeOver, and the problems of `askPowerCode`
   */
  async function sign(jointId: number, typed: string, principal: Principal): Promise<OwnPower> {
    const { rootId } = await requireJoint(directory, jointId);
    const { assemblyId } = await assemblyToRead(store.db, rootId);
    const place = { assemblyId, userId: Number(principal.userId) };
    const tried = await countTry(store.db, place, Date.now());
    if (tried === undefined) throw new Problem('powerCodeOver');
    const typedHash = powerCodeHash(keyedHash, place, typed.replace(/\D/g, ''));
    if (!timingSafeEqual(Buffer.from(typedHash), Buffer.from(tried.codeHash))) {
      const left = POWER_CODE_TRIES - tried.tries;
      throw left === 0 ? new Problem('powerCodeOver') : new Problem('powerCodeWrong', { left });
    }
    const signed = await runUseCase(context, { jointId, by: principal }, async (act) => {
      const { address } = await requireOpen(act, principal, mail.configured);
      const draft = await takeDraft(act.trx, place, { codeHash: tried.codeHash, at: act.at });
      if (draft === undefined) throw new Problem('powerCodeOver');
      const powerId = await enter(act, draft, { ...tried, checkedAt: act.at }, principal);
      const copies = new Set([address, ...draft.copyTo].map((one) => one.toLowerCase()));
      for (const [at, to] of [...copies].entries())
        await queue(act, 'powerCopy', { onceKey: `powerCopy:${powerId}:${at}`, userId: null, address: to });
      const own = await linkedUnits(act.trx, principal.userId, act.family);
      return (await ownOf(act, own)).find((power) => power.powerId === powerId);
    });
    mail.nudge();
    if (signed === undefined) throw new Problem('powerNotFound');
    return signed;
  }

  /**
   * Revokes a power for the caller's units. Frees the units registered with the power, and annuls the votes of the
   * units on an open question.
   * @throws Problem powerNotFound, powerDecided, assemblyClosed
   */
  async function revoke(
    { jointId, powerId }: { jointId: number; powerId: number },
    principal: Principal,
  ): Promise<null> {
    await runUseCase(context, { jointId, by: principal }, async (act) => {
      ensureNotClosed(act);
      const own = await linkedUnits(act.trx, principal.userId, act.family);
      if (!(await ownOf(act, own)).some((power) => power.powerId === powerId))
        throw new Problem('powerNotFound');
      await revokePowers(act, [powerId], null, own);
    });
    mail.nudge();
    return null;
  }

  return { read, askCode, sign, revoke };
}

/** Last moment for a power from the phone, epoch ms. Null: the opening of the assembly. */
const closingTime = ({ scheduledAt }: StoredAssembly, { phonePowerHours }: PowerRules): Millis | null =>
  scheduledAt === null || phonePowerHours === null ? null : scheduledAt - phonePowerHours * HOUR_MS;

/**
 * Returns the code of the problem with a power from the phone; null if the owner may give a power.
 * @param address address for the code; undefined without an address or a mail server
 */
function obstacleOf(
  assembly: StoredAssembly,
  rules: PowerRules,
  address: string | undefined,
  at: Millis,
): 'assemblyClosed' | 'powerTooLate' | 'powerOnPaper' | null {
  if (assembly.closedAt !== null) return 'assemblyClosed';
  if (assembly.openedAt !== null || at >= (closingTime(assembly, rules) ?? Number.POSITIVE_INFINITY))
    return 'powerTooLate';
  return address === undefined || rules.phonePowers === 'refused' ? 'powerOnPaper' : null;
}

const addressOf = async ({ trx, family }: Pick<PowersContext, 'trx' | 'family'>, { userId }: Principal) =>
  (await readUserAddresses(trx, family)).get(Number(userId));

/** Reads the assembly and the address for the code. @throws Problem if no power may be given from the phone */
async function requireOpen(
  act: UseCase,
  principal: Principal,
  hasMail: boolean,
): Promise<{ assembly: StoredAssembly; address: string }> {
  const { rootId, assemblyId } = act.assembly;
  const assembly = await assemblyToRead(act.trx, rootId, assemblyId);
  const address = hasMail ? await addressOf(act, principal) : undefined;
  const obstacle = obstacleOf(assembly, await readPowerRules(act.trx, rootId), address, act.at);
  if (obstacle !== null) throw new Problem(obstacle);
  return { assembly, address: address ?? '' };
}

/** Makes the power to sign, and checks units, holder, limits and instructions. @throws Problem as `askPowerCode` */
async function draftOf(
  act: UseCase,
  wanted: PowerToSign,
  assembly: StoredAssembly,
  { principal, address, jointName }: { principal: Principal; address: string; jointName: string },
): Promise<Draft> {
  const book = await readPowerBook(act);
  const { holder, copyTo } = await holderOf(act, book, wanted);
  const { apartmentIds, substitute } = wanted;
  const power = enteredOf(book, { holder, substitute, apartmentIds });
  await requireFree(act, book, apartmentIds, principal);
  refuseBlocked(judgePower(book, power, apartmentIds, { withPending: true }));
  const draft = {
    jointName,
    assembly: assemblyName(assembly),
    scheduledAt: instantOf(assembly.scheduledAt),
    granter: power.granter,
    holder: power.holder,
    ...(power.substitute && { substitute: power.substitute }),
    holderUnit: wanted.holderUnit ?? null,
    apartmentIds,
    instructions: instructionsOf(assembly, wanted.instructions),
    sentTo: maskedAddress(address),
  };
  return { ...draft, copyTo, text: powerText(draft) };
}

/** Groups the named units on the roll by owner, in the order of the roll. */
function byOwner(book: PowerBook, apartmentIds: ReadonlySet<string>) {
  const owners = new Map<string | undefined, { name: string; apartmentIds: string[] }>();
  for (const [apartmentId, [unit]] of book.roll) {
    if (!apartmentIds.has(apartmentId)) continue;
    const owner = owners.get(unit?.ownerKey);
    if (owner !== undefined) owner.apartmentIds.push(apartmentId);
    else owners.set(unit?.ownerKey, { name: ownerOf(book, [apartmentId]).name, apartmentIds: [apartmentId] });
  }
  return [...owners.values()];
}

/**
 * Refuses units not linked to the caller, units of several owners, and registered units.
 * @throws Problem apartmentNotFound, powerOneOwner, alreadyRegistered
 */
async function requireFree(
  act: UseCase,
  book: PowerBook,
  apartmentIds: readonly string[],
  principal: Principal,
): Promise<void> {
  const own = await linkedUnits(act.trx, principal.userId, act.family);
  const others = apartmentIds.filter((id) => !own.has(id));
  if (others.length > 0) throw new Problem('apartmentNotFound', { apartments: others });
  if (byOwner(book, new Set(apartmentIds)).length > 1) throw new Problem('powerOneOwner');
  const { assemblyId } = act.assembly;
  const entries = await readRoll(act.trx, { assemblyId, jointIds: act.family, apartmentIds });
  const there = entries.filter(({ registration }) => registration !== null);
  if (there.length > 0) throw new Problem('alreadyRegistered', conflictOf(there, principal));
}

/**
 * Returns the person that gets the power, and the addresses for the person's copy. A unit stands for the owner on the
 * roll.
 * @throws Problem apartmentNotFound for a unit without a known owner; powerHolderMissing
 */
async function holderOf(
  { trx, assembly: { assemblyId }, family }: UseCase,
  { roll }: PowerBook,
  { holder, holderUnit: apartmentId }: PowerToSign,
): Promise<{ holder: { name: string; document: string | null }; copyTo: readonly string[] }> {
  if (apartmentId === undefined) {
    if (holder === undefined) throw new Problem('powerHolderMissing');
    const { name, document, email } = holder;
    return { holder: { name, document }, copyTo: email === undefined ? [] : [email] };
  }
  const unit = roll.get(apartmentId)?.[0];
  if (unit === undefined || unit.owner === '')
    throw new Problem('apartmentNotFound', { apartments: [apartmentId] });
  const owner = groupByOwner(await readRollOwners(trx, { assemblyId, family })).find(({ apartments }) =>
    apartments.includes(apartmentId),
  );
  const addresses = await readUserAddresses(trx, family);
  const linked = owner?.linked.flatMap((userId) => addresses.get(userId) ?? []) ?? [];
  return {
    holder: { name: unit.owner, document: unit.ownerDocument },
    copyTo: linked.length > 0 ? linked : (owner?.emails ?? []),
  };
}

/** Returns the instructions with the texts of the points. @throws Problem agendaItemUnknown, instructionTwice */
function instructionsOf(
  { agenda }: StoredAssembly,
  wanted: PowerToSign['instructions'],
): AgendaInstruction[] {
  const items = agendaItems(agenda);
  if (new Set(wanted.map(({ point }) => point)).size < wanted.length) throw new Problem('instructionTwice');
  return wanted
    .map(({ point, answer }) => {
      const item = items.find(({ number }) => number === point);
      if (item === undefined) throw new Problem('agendaItemUnknown');
      return { number: point, text: item.text, answer: answer.trim() };
    })
    .sort((a, b) => a.number - b.number);
}

/** Returns the named units with a pending power from the phone, each with the number of the power. */
const pendingFromPhone = ({ powers }: PowerBook, apartmentIds: readonly string[]) =>
  powers.flatMap(({ powerId, origin, state, units }) =>
    origin !== 'phone' || state !== 'pending'
      ? []
      : units.flatMap(({ apartmentId, end }) =>
          end === null && apartmentIds.includes(apartmentId) ? [{ powerId, apartmentId }] : [],
        ),
  );

/** Enters a signed power with its proof, and accepts the power unless the joint checks powers first. @returns its number */
async function enter(
  act: UseCase,
  draft: Draft,
  signature: CodeSignature,
  principal: Principal,
): Promise<number> {
  const { granter, holder, substitute, apartmentIds, instructions } = draft;
  const book = await readPowerBook(act);
  await requireFree(act, book, apartmentIds, principal);
  refuseBlocked(judgePower(book, draft, apartmentIds, { withPending: true }));
  // The last signature counts, in any order of acceptance (PRODUCT §15.11).
  await endPowers(act, pendingFromPhone(book, apartmentIds), 'replaced', null);
  const content = signedContent(draft, signature);
  const power = {
    granter,
    holder,
    ...(substitute && { substitute }),
    origin: 'phone' as const,
    apartmentIds,
  };
  const lines = instructionLines(instructions);
  const powerId = await notePower(act, { ...power, instructions: lines }, { sha256: proofHash(content) });
  await insertProof(act.trx, powerId, { content, instructions });
  const checkers = await readPowerCheckers(act.trx, act.assembly.rootId);
  if (book.rules.phonePowers === 'accepted' && checkers.length === 0)
    await acceptPowers(act, [powerId], principal);
  act.head.moment = 'poder';
  return powerId;
}

/** Reads the powers over units of an owner, newest first. @param own ids of the owner's units */
async function ownOf(place: PowersContext, own: ReadonlySet<string>): Promise<OwnPower[]> {
  const proven = await provenPowers(place.trx, place.assembly.assemblyId);
  return (await readPowerList(place))
    .map(({ powerId, holder, substitute, units, instructions, enteredAt, state }: Power) => ({
      powerId,
      holder: holder.name,
      ...(substitute && { substitute: substitute.name }),
      units: units
        .filter(({ apartmentId }) => own.has(apartmentId))
        .map(({ apartmentId, end }) => ({ apartmentId, end: end?.how ?? null })),
      instructions,
      enteredAt,
      state,
      hasProof: proven.has(powerId),
    }))
    .filter(({ units }) => units.length > 0)
    .reverse();
}

/** Queues a mail about a power, sent after the commit. */
function queue(
  act: UseCase,
  kind: 'powerCode' | 'powerCopy',
  { onceKey, userId, address }: { onceKey: string; userId: number | null; address: string },
): Promise<void> {
  return insertMail(act.trx, [
    {
      kind,
      once_key: onceKey,
      joint_id: act.assembly.rootId,
      assembly_id: act.assembly.assemblyId,
      user_id: userId,
      to_address: address,
      created_at: act.at,
      created_by: act.actor,
    },
  ]);
}

import type { FastifyBaseLogger } from 'fastify';
import { assemblyWatchers } from '../../../shared/api.ts';
import type { LiveUnit, RegistrationEvent } from '../../../shared/assemblies/live.ts';
import type { Db } from '../../platform/db/engine.ts';
import { type GuardSources, seesJoint } from '../../platform/http/guard.ts';
import type { JointFinder } from '../../platform/http/joint-places.ts';
import { type Principal, runsJoint } from '../../platform/http/principal.ts';
import type { CoalescedPublisher } from '../../platform/live/publisher.ts';
import { harmless } from '../../platform/live/socket-events.ts';
import { type Message, type Rooms, roomOf, type Topic, type Whereto } from '../../platform/live/topic.ts';
import { listLinks, type RollEntry } from '../store/attendance/attendance.repository.ts';
import { badgesOf } from '../store/attendance/codes.repository.ts';
import { changesBetween, message, newsBetween, newsOf, unitToWire } from './events.ts';
import type { JointState } from './joint-state.ts';

interface Needs {
  db: Db;
  directory: JointFinder;
  guard: GuardSources;
  publisher: CoalescedPublisher<JointState>;
  log: FastifyBaseLogger;
}

const operatorsRoom = (jointId: number) => `operators:${jointId}`;
const holderRoom = (userId: string) => `holder:${userId}`;
/** Name of the room for a holder with an access link: events about the holder in this joint only. */
const holderInJointRoom = (userId: string, jointId: number) => `holder:${userId}@${jointId}`;

/**
 * Live events of joints. Three kinds of rooms (groups of connections): for all viewers of a joint, for the joint's
 * operators, and for each holder with events about the holder's own units.
 */
export class JointTopic implements Topic {
  readonly key = 'jointId';
  readonly notFound = 'jointNotFound';
  readonly profiles = assemblyWatchers;
  readonly newsBetween = newsBetween;
  readonly publisher: Needs['publisher'];
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.publisher = needs.publisher;
  }

  sees(principal: Principal, jointId: number): Promise<boolean> {
    return seesJoint(principal, jointId, 'assembly', this.#needs.guard);
  }

  innerRooms(jointId: number) {
    const admits = (principal: Principal) => runsJoint(principal, jointId);
    return [{ room: operatorsRoom(jointId), admits }];
  }

  ownRooms({ userId, byLink, joints }: Principal): string[] {
    return byLink
      ? [...joints.assembly].map((jointId) => holderInJointRoom(userId, jointId))
      : [holderRoom(userId)];
  }

  tellIn(rooms: Rooms): void {
    const { publisher, log } = this.#needs;
    publisher.onState(harmless(log, (now, before) => this.#tell(rooms, now, before)));
  }

  /**
   * Makes an event with the unchanged units of a code, for the devices of the code: each device requests the own units
   * again and finds the sign-in of another device.
   */
  async unitsOfCode(code: string, jointId: number): Promise<{ to: Whereto; event: Message }> {
    const { snapshot, units } = await this.publisher.current(jointId);
    const { revision, at, registered } = snapshot;
    const own = [...units.values()].filter(({ registration }) => registration?.holder === code);
    const wired = own.map((entry) => ({ ...unitToWire(entry), userId: code }));
    const event: RegistrationEvent = { jointId, revision, at, registered, units: wired };
    return { to: { room: holderRoom(code) }, event: message('registration', event) };
  }

  /** Sends the changes between two states to the rooms. */
  async #tell(rooms: Rooms, now: JointState, before: JointState | undefined): Promise<void> {
    if (before === undefined) return;
    const { jointId, revision, at, registered } = now.snapshot;
    const changes = changesBetween(before, now);
    const news = newsOf(changes, now);
    const [room, operators] = [roomOf(this.key, jointId), operatorsRoom(jointId)];
    for (const each of news.everyone) rooms.send({ room }, each);
    for (const each of news.others) rooms.send({ room, except: operators }, each);
    for (const each of news.runners) rooms.send({ room: operators }, each);
    if (changes.units.length === 0) return;
    const event: RegistrationEvent = { jointId, revision, at, registered };
    const { db, directory, log } = this.#needs;
    try {
      const own = await unitsByHolder(db, directory, jointId, changes.units, before.units);
      for (const [userId, units] of own) {
        for (const holder of [holderRoom(userId), holderInJointRoom(userId, jointId)]) {
          rooms.send({ room: holder }, message('registration', { ...event, units }));
        }
      }
    } catch (error) {
      // Holders still get the event without units, and request their own units.
      log.warn({ err: error }, 'live');
    }
  }
}

/**
 * Groups changed units by recipient: the current and the earlier holder, linked users, and the badges of the unit
 * and of its main unit. Only the holder gets the name of the holder.
 */
async function unitsByHolder(
  db: Db,
  directory: JointFinder,
  jointId: number,
  changed: readonly RollEntry[],
  before: ReadonlyMap<string, RollEntry>,
): Promise<Map<string, LiveUnit[]>> {
  const concerned = new Map<string, Map<string, LiveUnit>>();
  const concern = (userId: string, entry: RollEntry) => {
    const units = concerned.get(userId) ?? new Map<string, LiveUnit>();
    const holder = entry.registration?.holder ?? null;
    const seen = holder === null || holder === userId ? holder : 'QR';
    units.set(entry.apartmentId, { ...unitToWire(entry), userId: seen });
    concerned.set(userId, units);
  };
  const links = await listLinks(
    db,
    await directory.family(jointId),
    changed.map(({ apartmentId }) => apartmentId),
  );
  const byUnit = new Map(changed.map((entry) => [entry.apartmentId, entry]));
  for (const link of links) {
    const entry = byUnit.get(link.apartmentId);
    if (entry !== undefined) concern(link.userId, entry);
  }
  const place = await directory.find(jointId);
  const badged = changed.flatMap(({ apartmentId, mainApartmentId }) =>
    mainApartmentId === null ? [apartmentId] : [apartmentId, mainApartmentId],
  );
  const badges = new Map(
    (await badgesOf(db, place?.rootId ?? jointId, badged)).map(({ code, apartmentId }) => [
      apartmentId,
      code,
    ]),
  );
  for (const entry of changed) {
    for (const unit of [entry.apartmentId, entry.mainApartmentId]) {
      const badge = badges.get(unit ?? '');
      if (badge !== undefined) concern(badge, entry);
    }
    const was = before.get(entry.apartmentId)?.registration?.holder;
    if (was !== undefined) concern(was, entry);
    if (entry.registration !== null) concern(entry.registration.holder, entry);
  }
  return new Map([...concerned].map(([userId, units]) => [userId, [...units.values()]]));
}

import type { FastifyBaseLogger } from 'fastify';
import { assemblyWatchers } from '../../../shared/api.ts';
import type { RegistrationEvent } from '../../../shared/assemblies/live.ts';
import type { Db } from '../../platform/db/engine.ts';
import { type GuardSources, seesJoint } from '../../platform/http/guard.ts';
import type { JointPlaces } from '../../platform/http/joint-places.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import type { CoalescedPublisher } from '../../platform/live/publisher.ts';
import { harmless } from '../../platform/live/socket-events.ts';
import { type Rooms, roomOf, type Topic } from '../../platform/live/topic.ts';
import { changesBetween } from './events.ts';
import { unitsByHolder } from './holders.ts';
import type { JointState } from './joint-state.ts';
import { message, newsBetween, newsOf } from './news.ts';

interface Needs {
  db: Db;
  directory: JointPlaces;
  guard: GuardSources;
  publisher: CoalescedPublisher<JointState>;
  log: FastifyBaseLogger;
}

const operatorsRoom = (jointId: number) => `operators:${jointId}`;
const holderRoom = (userId: string) => `holder:${userId}`;
/** Of a holder whom an access link let in: what concerns them in that joint alone. */
const holderInJointRoom = (userId: string, jointId: number) => `holder:${userId}@${jointId}`;

/**
 * Joints, live: a room for everyone who may see a joint, one for its operators, and one for each holder, who is told
 * of their own units.
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
    return [{ room: operatorsRoom(jointId), admits: isRunner }];
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

  /** Sends what leads from one state to the next. */
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
      // Holders still have the event without units, and ask for their own.
      log.warn({ err: error }, 'live');
    }
  }
}

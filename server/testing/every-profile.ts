import { randomBytes } from 'node:crypto';
import type { TSchema } from 'typebox';
import { codeFromBytes } from '../../shared/assemblies/code.ts';
import { MonthText } from '../../shared/billing/shapes.ts';
import { nano } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Right } from '../../shared/rights.ts';
import { Sessions } from '../accounts/sessions/sessions.service.ts';
import { replaceRights } from '../accounts/users/links.repository.ts';
import { addUser } from '../accounts/users/people.fixture.ts';
import { findUserByName } from '../accounts/users/users.repository.ts';
import { newCodeId } from '../assemblies/store/attendance/codes.repository.ts';
import { prepareAssembly, refreshRoll } from '../assemblies/store/roll/opening.repository.ts';
import { insertEvent } from '../events/events.repository.ts';
import { upsertUnits } from '../properties/apartments.repository.ts';
import { insertJoint } from '../properties/joints.repository.ts';
import { sqliteApp, type TestApp } from './app.ts';
import type { SchemaShape } from './endpoints.ts';

export const profiles = [
  Profile.full,
  Profile.admin,
  Profile.owner,
  Profile.display,
  Profile.operator,
  Profile.qr,
  Profile.events,
] as const;

/** Id of the only unit of every joint in the fixture. */
export const UNIT = '101';

/**
 * Test data for checks of access: two joints with a sector each, two events, and sessions of each profile.
 */
export interface EveryProfile {
  app: TestApp;
  /** Number of the joint linked to the users; `ownSector`: number of the joint's sector. */
  own: number;
  ownSector: number;
  /** Number of a joint without links to the users. */
  foreign: number;
  /** Number of a joint linked to the administrators of `enterWith`, without a right. */
  linked: number;
  /** Id of an event linked to the events operator. `foreignEvent` is linked to no user. */
  ownEvent: number;
  foreignEvent: number;
  /** User other than the caller, for calls about another user. */
  stranger: { userId: string; username: string };
  /** Opens a session of a profile, linked to the joint `own`. Returns token and user. */
  enter: (profile: Profile) => Promise<{ token: string; userId: string; username: string }>;
  /** Opens a session of an administrator with rights in the joint `own`. */
  enterWith: (rights: readonly Right[]) => Promise<{ token: string; userId: string; username: string }>;
}

export async function everyProfile(make: () => Promise<TestApp> = sqliteApp): Promise<EveryProfile> {
  const app = await make();
  const { db } = app.store;
  const sessions = new Sessions(db, app.app.jwt);
  const fields = { usesAssemblies: true, usesBilling: true, at: 1 };
  const makeJoint = (jointName: string) =>
    db.transaction().execute(async (trx) => {
      const root = await insertJoint(trx, { ...fields, parentId: null, jointName });
      const sector = await insertJoint(trx, {
        ...fields,
        parentId: root,
        jointName: `Sector de ${jointName}`,
      });
      await prepareAssembly(trx, { rootJointId: root, jointIds: [root, sector], at: 1 });
      for (const jointId of [root, sector]) {
        const unit = {
          apartmentId: UNIT,
          kind: 'vivienda',
          mainApartmentId: null,
          owner: 'Ana Ruiz',
        } as const;
        await upsertUnits(trx, jointId, [{ ...unit, ownerDocument: null, coefficient: nano(1e9) }]);
        const owner = {
          owner_name: unit.owner,
          owner_document: null,
          owner_emails: null,
          owner_phones: null,
        };
        const ownership = { joint_id: jointId, apartment_id: UNIT, since: 1, until: null, ...owner };
        await trx.insertInto('ownership').values(ownership).execute();
        await refreshRoll(trx, jointId);
      }
      return { root, sector };
    });
  const own = await makeJoint('Propia');
  const [foreign, linked] = [await makeJoint('Ajena'), await makeJoint('Enlazada')];
  const unit = [{ jointId: own.root, apartmentId: UNIT }];
  const joints = [own.root];
  const links: Partial<Record<Profile, Parameters<typeof addUser>[3]>> = {
    [Profile.admin]: { assemblyJoints: joints, billingJoints: joints },
    [Profile.operator]: { assemblyJoints: joints },
    [Profile.owner]: { assemblyApartments: unit, billingApartments: unit },
  };
  const makeEvent = (name: string) => insertEvent(db, { name, heldOn: null, at: 1, actor: 'user:1' });
  const [ownEvent, foreignEvent] = [await makeEvent('Propio'), await makeEvent('Ajeno')];
  links[Profile.events] = { events: [ownEvent] };
  const users = new Map<Profile, number>();
  for (const profile of profiles) {
    if (profile === Profile.qr || profile === Profile.display) continue;
    users.set(profile, await addUser(db, `perfil${profile}`, profile, links[profile]));
  }
  const stranger = { userId: String(await addUser(db, 'ajena', Profile.owner)), username: 'ajena' };
  return {
    app,
    own: own.root,
    ownSector: own.sector,
    foreign: foreign.root,
    linked: linked.root,
    ownEvent,
    foreignEvent,
    stranger,
    enterWith: async (rights) => {
      const username = `con-${rights.join('-')}`;
      const stored = await findUserByName(db, username);
      const joints = [own.root, linked.root];
      const userId =
        stored?.userId ??
        (await addUser(db, username, Profile.admin, { assemblyJoints: joints, billingJoints: joints }));
      await replaceRights(db, userId, [{ jointId: own.root, rights: [...rights] }]);
      return { token: await sessions.open({ userId }), userId: String(userId), username };
    },
    enter: async (profile) => {
      const userId = users.get(profile);
      if (userId !== undefined) {
        const token = await sessions.open({ userId });
        return { token, userId: String(userId), username: `perfil${profile}` };
      }
      if (profile === Profile.display) {
        const { token, sessionId } = await sessions.openDisplay(db, {
          jointId: own.root,
          by: 'link',
          madeBy: Number(stranger.userId),
        });
        return { token, userId: sessionId, username: sessionId };
      }
      const code = codeFromBytes(randomBytes(16));
      const issued = {
        code,
        code_id: newCodeId(),
        joint_id: own.root,
        apartment_id: UNIT,
        issued_at: 1,
        issued_by: 'user:1',
      };
      await db
        .insertInto('code')
        .values({ ...issued, revoked_at: null })
        .execute();
      return {
        token: await sessions.open({ code, jointId: own.root, profile }),
        userId: code,
        username: code,
      };
    },
  };
}

/** Sample text for each format of a JSON schema. */
const formats: Record<string, string> = {
  email: 'a@ejemplo.co',
  date: '2026-03-05',
  'date-time': '2026-03-05T23:00:00Z',
};

/**
 * Returns the smallest valid value of an endpoint's schema, to call any endpoint in a test.
 * @param named values for fields by name; other fields are invented
 */
export function sample(schema: TSchema, named: Record<string, unknown>, name = ''): unknown {
  const shape: SchemaShape = schema;
  if (name in named) return named[name];
  if ('const' in shape) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.anyOf?.[0] !== undefined) return sample(shape.anyOf[0], named, name);
  if (shape.type === 'object') {
    const { required = [], properties = {}, minProperties = 0 } = shape;
    const optional = Object.keys(properties).filter((field) => !required.includes(field));
    const fewest = [...required, ...optional.slice(0, Math.max(0, minProperties - required.length))];
    const fields = fewest.map((field) => {
      const of = properties[field];
      if (of === undefined) throw new Error(`${field} has no schema`);
      return [field, sample(of, named, field)];
    });
    return Object.fromEntries(fields);
  }
  if (shape.type === 'array') {
    const { items } = shape;
    return items === undefined ? [] : Array(shape.minItems ?? 0).fill(sample(items, named));
  }
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1;
  if (shape.type === 'boolean') return false;
  if (shape.type === 'null') return null;
  if (schema === MonthText) return '2026-03';
  return formats[shape.format ?? ''] ?? 'x'.repeat(Math.max(10, shape.minLength ?? 0));
}

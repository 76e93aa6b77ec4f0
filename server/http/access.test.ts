import { randomBytes } from 'node:crypto';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, type Endpoint } from '../../shared/api.ts';
import { codeFromBytes } from '../../shared/assemblies/code.ts';
import { MonthText } from '../../shared/billing/shapes.ts';
import { nano } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';
import { addUser } from '../accounts/people.fixture.ts';
import { Sessions } from '../accounts/sessions.service.ts';
import { prepareAssembly, refreshRoll } from '../assemblies/opening.ts';
import { upsertUnits } from '../properties/apartments.repository.ts';
import { insertJoint } from '../properties/joints.repository.ts';
import { sqliteApp, TEST_SECRET, type TestApp, urlOf } from '../testing/app.ts';

/**
 * Walks every endpoint that shared/ describes, as every profile, on a joint of the caller's, on a sector of it,
 * on another's and on none: a new endpoint is walked without a word here.
 */
const modules = import.meta.glob<Record<string, unknown>>('../../shared/**/*.api.ts', { eager: true });
const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'id' in value && 'access' in value && 'path' in value;
}

/** Profile 4, a wall display, has no way in yet. */
const profiles = [
  Profile.full,
  Profile.admin,
  Profile.owner,
  Profile.operator,
  Profile.qr,
  Profile.events,
] as const;

const UNIT = '101';
const NO_JOINT = 999_999;
/** What a file may be asked for of and nobody has: whom the guard lets through is told so, and none is made in vain. */
const NOBODYS = { assemblyId: 999_999, lot: '2000-01-01T00:00:00.000Z' };

interface World {
  app: TestApp;
  own: number;
  ownSector: number;
  foreign: number;
  stranger: { userId: string; username: string };
  /** A fresh session of the profile, linked to the own joint, and whose it is. */
  enter: (profile: Profile) => Promise<{ token: string; userId: string; username: string }>;
}

async function makeWorld(): Promise<World> {
  const app = await sqliteApp();
  const { db } = app.store;
  const sessions = new Sessions(db, TEST_SECRET);
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
        const unit = { apartmentId: UNIT, kind: 'vivienda', mainApartmentId: null, owner: '' } as const;
        await upsertUnits(trx, jointId, [{ ...unit, ownerDocument: null, coefficient: nano(1e9) }]);
        await refreshRoll(trx, jointId);
      }
      return { root, sector };
    });
  const own = await makeJoint('Propia');
  const foreign = await makeJoint('Ajena');
  const unit = [{ jointId: own.root, apartmentId: UNIT }];
  const joints = [own.root];
  const links: Partial<Record<Profile, Parameters<typeof addUser>[3]>> = {
    [Profile.admin]: { assemblyJoints: joints, billingJoints: joints },
    [Profile.operator]: { assemblyJoints: joints },
    [Profile.owner]: { assemblyApartments: unit, billingApartments: unit },
  };
  const users = new Map<Profile, number>();
  for (const profile of profiles) {
    if (profile === Profile.qr) continue;
    users.set(profile, await addUser(db, `perfil${profile}`, profile, links[profile]));
  }
  const stranger = { userId: String(await addUser(db, 'ajena', Profile.owner)), username: 'ajena' };
  return {
    app,
    own: own.root,
    ownSector: own.sector,
    foreign: foreign.root,
    stranger,
    enter: async (profile) => {
      const userId = users.get(profile);
      if (userId !== undefined) {
        const token = await sessions.open({ userId });
        return { token, userId: String(userId), username: `perfil${profile}` };
      }
      const code = codeFromBytes(randomBytes(16));
      const issued = { code, joint_id: own.root, apartment_id: UNIT, issued_at: 1, issued_by: 'user:1' };
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

/** A text of each format that a schema may ask for. */
const formats: Record<string, string> = {
  email: 'a@ejemplo.co',
  date: '2026-03-05',
  'date-time': '2026-03-05T23:00:00Z',
};

/** The smallest value that a schema takes; what is named is given, the rest is made up. */
function sample(schema: TSchema, named: Record<string, unknown>, name = ''): unknown {
  const shape: {
    type?: string;
    const?: unknown;
    enum?: unknown[];
    anyOf?: TSchema[];
    properties?: Record<string, TSchema>;
    required?: string[];
    items?: TSchema;
    minItems?: number;
    minimum?: number;
    minLength?: number;
    format?: string;
  } = schema;
  if (name in named) return named[name];
  if ('const' in shape) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.anyOf?.[0] !== undefined) return sample(shape.anyOf[0], named, name);
  if (shape.type === 'object') {
    const fields = (shape.required ?? []).map((field) => {
      const of = shape.properties?.[field];
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

/** Of `NOBODYS` what the query of a file takes. */
function ofNobody({ file, query }: Endpoint): object {
  const taken: { properties?: object } = query ?? {};
  const fields = Object.entries(NOBODYS).filter(([field]) => Object.hasOwn(taken.properties ?? {}, field));
  return file === true ? Object.fromEntries(fields) : {};
}

interface Who {
  jointId: number;
  userId: string;
  username: string;
}

/** Calls an endpoint with the smallest input that is valid; "200", "404 jointNotFound" and the like. */
async function answer(world: World, endpoint: Endpoint, who: Who, token?: string): Promise<string> {
  const named = {
    ...who,
    sectorId: world.ownSector,
    apartmentId: UNIT,
    conceptId: 1,
    answerId: 1,
    voteId: 1,
    // Nobody's: a text that its pattern takes.
    jobId: '0'.repeat(32),
  };
  const response = await world.app.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint.path, endpoint.params && sample(endpoint.params, named), {
      ...Object(endpoint.query && sample(endpoint.query, named)),
      ...ofNobody(endpoint),
    }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(endpoint.body === undefined ? {} : { payload: sample(endpoint.body, named) as object }),
  });
  if (response.statusCode < 400) return String(response.statusCode);
  return `${response.statusCode} ${response.json().code}`;
}

const REFUSED = ['401 unauthenticated', '403 forbidden', '404 jointNotFound', '404 userNotFound'];
/** Not the guard's answers, and not the answer that nothing was tried. */
const UNTRIED = /^(400 badRequest|404 notFound|404 jointNotFound|5.*)$/;

describe('access', () => {
  let common: World;
  /** Where files are asked for: nothing is written there, so that there is little to make them of. */
  let bare: World;
  beforeAll(async () => {
    common = await makeWorld();
    bare = await makeWorld();
  });
  afterAll(async () => {
    await common.app.close();
    await bare.app.close();
  });

  it('finds the endpoints, each with a name of its own', () => {
    expect(endpoints.length).toBeGreaterThan(35);
    expect(new Set(endpoints.map((endpoint) => endpoint.id)).size).toBe(endpoints.length);
  });

  it('has every endpoint on the router, and nothing on the router that is no endpoint', () => {
    const described = endpoints.map(({ method, path }) => `${method} ${API_BASE}${anyName(path)}`);
    const routes = routesOf(common.app.app.printRoutes({ commonPrefix: false }))
      .filter((route) => route.includes(API_BASE) && !route.includes(`${API_BASE}/docs`))
      .map(anyName);
    expect(routes.sort()).toEqual([...new Set(described)].sort());
  });

  describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
    const { access } = endpoint;
    const world = () => (endpoint.file === true ? bare : common);
    const stranger = (): Who => ({ jointId: world().own, ...world().stranger });
    if ('public' in access) {
      it('asks nobody for a session', async () => {
        for (const token of [undefined, 'no token at all']) {
          expect(REFUSED).not.toContain(await answer(world(), endpoint, stranger(), token));
        }
      });
      return;
    }

    it('asks visitors for a session', async () => {
      for (const token of [
        undefined,
        'no token at all',
        (await world().enter(Profile.owner)).token.slice(1),
      ]) {
        expect(await answer(world(), endpoint, stranger(), token)).toBe('401 unauthenticated');
      }
    });

    it.each(profiles)('lets profile %i do what it may, on what is its own', async (profile) => {
      const call = async (
        joint: keyof Pick<World, 'own' | 'ownSector' | 'foreign'> | null,
        other = false,
      ) => {
        const { token, ...me } = await world().enter(profile);
        const jointId = joint === null ? NO_JOINT : world()[joint];
        return answer(world(), endpoint, { ...me, ...(other ? world().stranger : {}), jointId }, token);
      };
      if (!access.profiles.includes(profile)) {
        for (const joint of ['own', 'foreign', null] as const) {
          expect(await call(joint)).toBe('403 forbidden');
        }
        return;
      }
      const own = [await call('own')];
      if (access.scope === 'paramsJoint' || access.scope === 'queryJoint' || access.scope === 'bodyJoint') {
        own.push(await call('ownSector'));
        const foreign = await call('foreign');
        if (profile === Profile.full) own.push(foreign);
        else expect(foreign).toBe('404 jointNotFound');
        expect(await call(null)).toBe('404 jointNotFound');
      }
      if (access.scope === 'self') {
        const other = await call('own', true);
        if (profile === Profile.full) own.push(other);
        else expect(other).toBe('404 userNotFound');
      }
      for (const answered of own) {
        expect(REFUSED).not.toContain(answered);
        expect(answered).not.toMatch(UNTRIED);
      }
    });
  });
});

const anyName = (path: string): string => path.replace(/:[\w|:]+/g, ':');

/** Fastify's printed tree of routes → "GET /path". */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (found === null) return [];
    const depth = (found[1] ?? '').length / 4;
    const path = (above[depth - 1] ?? '') + found[2];
    above[depth] = path;
    return (found[3] ?? '').split(', ').flatMap((method) => (method === '' ? [] : [`${method} ${path}`]));
  });
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, type Endpoint, rightOf } from '../../../shared/api.ts';
import { defined } from '../../../shared/defined.ts';
import { Profile } from '../../../shared/profiles.ts';
import { type Right, rights } from '../../../shared/rights.ts';
import { isQuick } from '../../../shared/testing/rounds.ts';
import { oneThreadApp, urlOf } from '../../testing/app.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { type EveryProfile, everyProfile, profiles, sample, UNIT } from '../../testing/every-profile.ts';

/*
 * Calls every endpoint described in shared/, as every profile: on the caller's joint, on a sector of it, on another
 * joint and on a missing joint.
 */

const NO_JOINT = 999_999;
const NO_EVENT = 999_999;
/** Ids without an existing record. An allowed caller gets 404 before a file is made. */
const NOBODYS = { assemblyId: 999_999, lot: '2000-01-01T00:00:00.000Z' };

/** Returns the ids of `NOBODYS` that the query of a file endpoint takes. */
function ofNobody({ file, query }: Endpoint): object {
  const taken: { properties?: object } = query ?? {};
  const fields = Object.entries(NOBODYS).filter(([field]) => Object.hasOwn(taken.properties ?? {}, field));
  return file === true ? Object.fromEntries(fields) : {};
}

interface Who {
  jointId: number;
  eventId?: number;
  userId: string;
  username: string;
}

/** Calls an endpoint with the smallest valid input; returns status and error code: "200", "404 jointNotFound". */
async function answer(world: EveryProfile, endpoint: Endpoint, who: Who, token?: string): Promise<string> {
  const named = {
    eventId: world.ownEvent,
    ...who,
    sectorId: world.ownSector,
    apartmentId: UNIT,
    conceptId: 1,
    answerId: 1,
    voteId: 1,
    colour: '#0b5563',
    // Addresses of the first kind of `addNoticeAddress` and `addChannel`.
    value: 'ana@correo.co',
    address: 'ana@correo.co',
    // An unknown id that fits the pattern.
    jobId: '0'.repeat(32),
  };
  const response = await world.app.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint.path, endpoint.params && sample(endpoint.params, named), {
      ...Object(endpoint.query && sample(endpoint.query, named)),
      ...ofNobody(endpoint),
    }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...defined({
      payload: endpoint.body === undefined ? undefined : (sample(endpoint.body, named) as object),
    }),
  });
  if (response.statusCode < 400) return String(response.statusCode);
  return `${response.statusCode} ${response.json().code}`;
}

const REFUSED = [
  '401 unauthenticated',
  '403 forbidden',
  '404 jointNotFound',
  '404 userNotFound',
  '404 eventNotFound',
];
/** Answers that prove no access rule, because the call failed before or after the check of access. */
const UNTRIED = /^(400 badRequest|404 notFound|404 jointNotFound|5.*)$/;

/** Sessions of refused calls, one for each world and profile: a refusal changes no row. */
const refusedCallers = new WeakMap<EveryProfile, Map<Profile, Awaited<ReturnType<EveryProfile['enter']>>>>();

/** Returns a session of a profile for refused calls, made again after an allowed call of the profile. */
async function refusedCaller(world: EveryProfile, profile: Profile) {
  // An opened assembly ends the sessions of codes.
  if (profile === Profile.qr) return world.enter(profile);
  const callers = refusedCallers.get(world) ?? new Map();
  refusedCallers.set(world, callers);
  const caller = callers.get(profile) ?? (await world.enter(profile));
  callers.set(profile, caller);
  return caller;
}

describe('access', () => {
  let common: EveryProfile;
  /** Data for calls of files: almost empty, so files are made quickly. */
  let bare: EveryProfile;
  let damagedToken: string;
  beforeAll(async () => {
    common = await everyProfile(oneThreadApp);
    bare = await everyProfile(oneThreadApp);
    damagedToken = (await common.enter(Profile.owner)).token.slice(1);
  });
  afterAll(async () => {
    await common.app.close();
    await bare.app.close();
  });

  it('every endpoint has a separate id', () => {
    expect(endpoints.length).toBeGreaterThan(35);
    expect(new Set(endpoints.map((endpoint) => endpoint.id)).size).toBe(endpoints.length);
  });

  it('the routes of the router are exactly the endpoints', () => {
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
      it('public endpoints need no session', async () => {
        for (const token of [undefined, 'no token at all']) {
          expect(REFUSED).not.toContain(await answer(world(), endpoint, stranger(), token));
        }
      });
      return;
    }

    it('other endpoints refuse calls without a session', async () => {
      for (const token of [undefined, 'no token at all', damagedToken]) {
        expect(await answer(world(), endpoint, stranger(), token)).toBe('401 unauthenticated');
      }
    });

    const right = rightOf(access);
    const isOfRoot = access.root === true;
    const isOfJoint = ['paramsJoint', 'queryJoint', 'bodyJoint'].includes(access.scope);
    const asAdministrator = async (
      held: readonly Right[],
      joint: keyof Pick<EveryProfile, 'own' | 'ownSector' | 'foreign' | 'linked'>,
    ) => {
      const { token, ...me } = await world().enterWith(held);
      return answer(world(), endpoint, { ...me, jointId: world()[joint] }, token);
    };
    if (right !== undefined) {
      it(`lets an administrator in by the right to ${right}, in the joint of the right alone`, async () => {
        for (const joint of isOfJoint && !isOfRoot ? (['own', 'ownSector'] as const) : (['own'] as const)) {
          const answered = await asAdministrator([right], joint);
          expect(REFUSED).not.toContain(answered);
          expect(answered).not.toMatch(UNTRIED);
        }
        if (!isOfJoint) return;
        if (isOfRoot) expect(await asAdministrator([right], 'ownSector')).toBe('404 jointNotFound');
        expect(await asAdministrator([right], 'foreign')).toBe('404 jointNotFound');
        expect(await asAdministrator([right], 'linked')).toBe('403 forbidden');
      });
    }
    if (!access.profiles.includes(Profile.admin) && access.scope !== 'self') {
      it('endpoints refuse an administrator with other rights only', async () => {
        const others = rights.filter((one) => one !== right);
        expect(await asAdministrator(others, 'own')).toBe('403 forbidden');
      });
    }

    it.each(profiles)('profile %i may call exactly its endpoints, on its own joint', async (profile) => {
      const call = async (
        joint: keyof Pick<EveryProfile, 'own' | 'ownSector' | 'foreign'> | null,
        other = false,
      ) => {
        const { token, ...me } = await world().enter(profile);
        // The call may end the sessions of the user.
        refusedCallers.get(world())?.delete(profile);
        const jointId = joint === null ? NO_JOINT : world()[joint];
        return answer(world(), endpoint, { ...me, ...(other ? world().stranger : {}), jointId }, token);
      };
      if (!access.profiles.includes(profile)) {
        const { token, ...me } = await refusedCaller(world(), profile);
        // The profile is refused before the joint is read.
        const joints = [world().own, ...(isQuick ? [] : [world().foreign, NO_JOINT])];
        for (const jointId of joints) {
          expect(await answer(world(), endpoint, { ...me, jointId }, token)).toBe('403 forbidden');
        }
        return;
      }
      const own = [await call('own')];
      if (access.scope === 'paramsJoint' || access.scope === 'queryJoint' || access.scope === 'bodyJoint') {
        const sector = await call('ownSector');
        if (isOfRoot && profile !== Profile.full) expect(sector).toBe('404 jointNotFound');
        else own.push(sector);
        const foreign = await call('foreign');
        if (profile === Profile.full) own.push(foreign);
        else expect(foreign).toBe('404 jointNotFound');
        expect(await call(null)).toBe('404 jointNotFound');
      }
      if (access.scope === 'paramsEvent' || access.scope === 'bodyEvent') {
        const at = async (eventId: number) => {
          const { token, ...me } = await world().enter(profile);
          refusedCallers.get(world())?.delete(profile);
          return answer(world(), endpoint, { ...me, jointId: NO_JOINT, eventId }, token);
        };
        const foreign = await at(world().foreignEvent);
        if (profile === Profile.full) own.push(foreign);
        else expect(foreign).toBe('404 eventNotFound');
        // For platform staff the use case checks the link, after the file is read.
        const isAskedForFile = profile === Profile.full && endpoint.upload === true;
        expect(await at(NO_EVENT)).toBe(isAskedForFile ? '400 fileMissing' : '404 eventNotFound');
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

/** Converts Fastify's printed tree of routes to lines like "GET /path". */
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

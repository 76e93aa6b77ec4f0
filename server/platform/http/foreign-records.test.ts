import Type, { type TSchema } from 'typebox';
import { beforeAll, expect, it } from 'vitest';
import { signInWithCode } from '../../../shared/accounts/auth.api.ts';
import { API_BASE, type Endpoint, rightOf } from '../../../shared/api.ts';
import { votingBadge } from '../../../shared/assemblies/code.ts';
import { Profile } from '../../../shared/profiles.ts';
import { previewReport, startJob } from '../../../shared/reports/jobs.api.ts';
import { rights } from '../../../shared/rights.ts';
import { codeIdOf, newCodeId } from '../../assemblies/store/attendance/codes.repository.ts';
import { appForSuite, describeOnOneEngine, urlOf } from '../../testing/app.ts';
import { AppAsker, insertedUser } from '../../testing/app-asker.ts';
import { firstStaff } from '../../testing/assembly-fixture.ts';
import { endpoints, type SchemaShape } from '../../testing/endpoints.ts';
import { profiles, sample } from '../../testing/every-profile.ts';
import {
  type FilledJoint,
  fillJoint,
  keepActa,
  type RecordIds,
  unissuedCode,
} from '../../testing/two-joints.ts';
import { upload } from '../../testing/upload.ts';
import { World } from '../../testing/world.ts';

/*
 * Calls every endpoint as every profile with records of a foreign joint: the foreign joint itself, its sector, and each of its
 * records under the caller's own joint. The answer must be the same as for a record that does not exist (PRODUCT §2 rule 2).
 */

/** Word in all texts of the foreign joint. */
const FOREIGN = 'zutano';
/** Ids without a record. */
const MISSING: RecordIds = {
  apartmentId: 'X999',
  apartmentIds: ['X999'],
  conceptId: 998,
  receipt: 'ZZZZ-ZZZ9',
  code: unissuedCode(),
  badge: votingBadge(unissuedCode(), 1),
  powerId: 999_998,
  powerIds: [999_998],
  pageId: 999_998,
  displayId: 'd'.repeat(32),
  arrivalId: 'a'.repeat(16),
  assemblyId: 999_998,
  bill: 999_998,
  cashReceipt: 999_998,
  exit: 999_998,
  payment: 999_998,
  draftId: 999_998,
  chargeConceptId: 999_998,
  userId: '999998',
  userIds: ['999998'],
  username: 'nadie',
  sessionId: 's'.repeat(32),
  jobId: '0'.repeat(32),
  participantId: 'CC-nadie',
  eventId: 999_998,
  sectorId: 999_998,
  fileId: 999_998,
  fileIds: [999_998],
};
const SHARES = [
  { apartmentId: '101', amount: 400 },
  { apartmentId: '103', amount: 600 },
];
/** Fields with the joint or event of the access rule, tried apart. */
const SCOPES = new Set(['jointId', 'eventId']);

/** Field of a request with the id of a foreign record, and an id without a record. */
interface Trial {
  field: string;
  id: unknown;
  missing: unknown;
}

const trialsOf = (ids: RecordIds): Trial[] =>
  Object.entries(ids).map(([field, id]) => ({ field, id, missing: MISSING[field] }));

interface Caller {
  profile: Profile;
  token: string | null;
  userId: string;
  username: string;
}

describeOnOneEngine('records of a foreign joint', (make) => {
  const app = appForSuite(make);
  let own: FilledJoint;
  let foreign: FilledJoint;
  /** Records of the foreign joint. `ofNeighbours`: records of the own joint that belong to other persons. */
  let ofForeign: Trial[];
  let ofNeighbours: Trial[];
  let callers: ReadonlyMap<Profile, Caller>;
  let before: Map<string, string[]>;

  beforeAll(async () => {
    const staff = new AppAsker(app, await firstStaff(app));
    const world = new World(staff);
    own = await fillJoint(app, world, { word: 'propio', units: ['101', '102', '103', '104'], extent: 1 });
    foreign = await fillJoint(app, world, {
      word: FOREIGN,
      units: ['901', '902', '903', '904', '905', '906', '907', '908'],
      extent: 3,
    });
    const fileId = await keepActa(staff, foreign);
    const foreignCodeId = await codeIdOf(app.store.db, foreign.code);
    ofForeign = [
      ...trialsOf({ ...foreign.ids, sectorId: foreign.sectorId, fileId, fileIds: [fileId] }),
      // A holder is named by user or by code.
      { field: 'userId', id: foreign.code, missing: MISSING.code },
      ...['code', 'userId'].map((field) => ({ field, id: foreignCodeId, missing: newCodeId() })),
    ];
    const { receipt, sessionId, jobId, userId, username } = own.ids;
    const persons = { receipt, sessionId, jobId, userId, username };
    ofNeighbours = trialsOf({ ...persons, apartmentId: '104', apartmentIds: ['104'], bill: 4 });
    callers = await callersOf(staff);
    before = await rowsOfForeign();
  });

  async function callersOf(staff: AppAsker): Promise<ReadonlyMap<Profile, Caller>> {
    const { jointId } = own;
    const unit = [{ jointId, apartmentId: '101' }];
    const links = {
      [Profile.full]: {},
      // With every right in the own joint: the calls of platform staff and operators are tried too.
      [Profile.admin]: {
        assemblyJoints: [jointId],
        billingJoints: [jointId],
        rights: [{ jointId, rights: [...rights] }],
      },
      [Profile.operator]: { assemblyJoints: [jointId] },
      [Profile.owner]: { assemblyApartments: unit, billingApartments: unit },
      [Profile.events]: { events: [own.eventId] },
    };
    const made = new Map<Profile, Caller>();
    for (const profile of profiles) {
      const username = `perfil${profile}`;
      if (profile === Profile.qr) {
        const { code } = own;
        const { jwt } = await staff.ask(signInWithCode, { body: { code } });
        made.set(profile, { profile, token: jwt, userId: code, username: code });
      } else if (profile === Profile.display) {
        made.set(profile, { profile, token: own.display, userId: 'me', username });
      } else {
        made.set(profile, {
          profile,
          username,
          ...(await insertedUser(app, username, profile, links[profile])),
        });
      }
    }
    return made.set(Profile.visitor, {
      profile: Profile.visitor,
      token: null,
      userId: '1',
      username: 'nadie',
    });
  }

  /** Rows of the foreign joint and sector in all tables, by table. */
  async function rowsOfForeign(): Promise<Map<string, string[]>> {
    const { db } = app.store;
    const tables = await db.introspection.getTables();
    const rows = new Map<string, string[]>();
    for (const { name, columns } of tables) {
      if (!columns.some((column) => column.name === 'joint_id')) continue;
      const found = await db
        .selectFrom(name as 'vote')
        .selectAll()
        .where('joint_id', 'in', [foreign.jointId, foreign.sectorId])
        .execute();
      rows.set(name, found.map((row) => JSON.stringify(row)).sort());
    }
    return rows;
  }

  /** Calls an endpoint on the own joint, with one field named. Returns status, code and text of the answer. */
  async function answer(endpoint: Endpoint, caller: Caller, field: string, id: unknown) {
    const named = {
      ...{ year: 2026, month: 1, answerId: 1, voteId: 1 },
      // A payment is split over two units.
      ...(field === 'payment' ? { shares: SHARES } : {}),
      ...own.ids,
      jointId: own.jointId,
      sectorId: own.sectorId,
      ...{ userId: caller.userId, username: caller.username, jobId: MISSING.jobId },
      [field]: id,
    };
    const part = (schema: TSchema | undefined) => {
      if (schema === undefined) return undefined;
      const isText = Type.IsString(propertiesOf(schema)?.month);
      const made = sample(schema, isText ? { ...named, month: '2026-01' } : named);
      const isTop = field in (propertiesOf(schema) ?? {});
      return (isTop ? { ...Object(made), [field]: id } : made) as object;
    };
    const [params, query, body] = [part(endpoint.params), part(endpoint.query), part(endpoint.body)];
    if (endpoint.upload === true && caller.token !== null) {
      const file = { name: 'a.pdf', content: '%PDF-1.7 hoja' };
      const sent = await upload(app, endpoint, { params, query } as never, file, caller.token);
      return { status: `${sent.status} ${sent.error?.code ?? ''}`, text: JSON.stringify(sent.body) };
    }
    const response = await app.app.inject({
      method: endpoint.method,
      url: urlOf(endpoint.path, params, query),
      headers: caller.token === null ? {} : { authorization: `Bearer ${caller.token}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    const code = response.statusCode >= 400 ? response.json().code : '';
    return { status: `${response.statusCode} ${code}`, text: response.body };
  }

  /** Endpoints and fields by the answer to a missing record. */
  const answered = new Map<string, Set<string>>();

  /** Calls an endpoint with a foreign and with a missing id. Returns a line for each difference. */
  async function differences(endpoint: Endpoint, caller: Caller, trials: readonly Trial[]) {
    const found: string[] = [];
    for (const { field, id, missing } of trials) {
      if (SCOPES.has(field) || !takes(endpoint, field)) continue;
      const wanted = await answer(endpoint, caller, field, missing);
      const name = `${endpoint.id} ${field}`;
      answered.set(name, (answered.get(name) ?? new Set()).add(wanted.status));
      const { status, text } = await answer(endpoint, caller, field, id);
      const line = `${caller.profile} ${name}=${JSON.stringify(id)}: ${status}`;
      if (status !== wanted.status) found.push(`${line}, missing: ${wanted.status}`);
      if (status.startsWith('5')) found.push(line);
      if (text.includes(FOREIGN) && !JSON.stringify(id).includes(FOREIGN))
        found.push(`${line} tells ${text.slice(0, 200)}`);
    }
    return found;
  }

  it.each([Profile.visitor, ...profiles])(
    'profile %i finds no record of a foreign joint',
    async (profile) => {
      const caller = callers.get(profile);
      if (caller === undefined) throw new Error(`no caller ${profile}`);
      const found: string[] = [];
      for (const endpoint of endpoints) {
        const { access } = endpoint;
        if ('public' in access) {
          // A code opens a session by itself.
          const trials = ofForeign.filter(({ field }) => field !== 'code');
          if (profile === Profile.visitor) found.push(...(await differences(endpoint, caller, trials)));
          continue;
        }
        if (endpoint.socket === true) continue;
        const isAllowed =
          access.profiles.includes(profile) || (profile === Profile.admin && rightOf(access) !== undefined);
        const field = /Event$/.test(access.scope) ? 'eventId' : 'jointId';
        if (/Joint$|Event$/.test(access.scope)) {
          const scopes = field === 'eventId' ? [foreign.eventId] : [foreign.jointId, foreign.sectorId];
          for (const scope of profile === Profile.full ? [] : scopes) {
            const { status } = await answer(endpoint, caller, field, scope);
            const wanted = isAllowed
              ? `404 ${field === 'eventId' ? 'eventNotFound' : 'jointNotFound'}`
              : profile === Profile.visitor
                ? '401 unauthenticated'
                : '403 forbidden';
            if (status !== wanted) found.push(`${profile} ${endpoint.id} ${field}: ${status}`);
          }
        }
        if (!isAllowed) continue;
        // Staff may see every joint, user and event; but a record still belongs to the joint of the path, and a job to a user.
        const isOfStaff = profile === Profile.full && !/Joint$|Event$/.test(access.scope);
        const trials = isOfStaff ? ofForeign.filter(({ field }) => field === 'jobId') : ofForeign;
        found.push(...(await differences(endpoint, caller, trials)));
        if (profile === Profile.owner) found.push(...(await differences(endpoint, caller, ofNeighbours)));
        // The card voted with the receipt itself.
        const others = ofNeighbours.filter(({ field }) => field !== 'receipt');
        if (profile === Profile.qr || profile === Profile.display)
          found.push(...(await differences(endpoint, caller, others)));
      }
      expect(found).toEqual([]);
    },
  );

  it('a report of a foreign joint is neither previewed nor begun', async () => {
    const reports = endpoints.filter(({ path, method }) => method === 'GET' && path.startsWith('/reports/'));
    for (const profile of [Profile.admin, Profile.operator, Profile.owner, Profile.events]) {
      const caller = callers.get(profile);
      for (const { path, params, query } of reports) {
        const named = {
          ...own.ids,
          jointId: foreign.jointId,
          eventId: foreign.eventId,
          year: 2026,
          month: 1,
        };
        const reportPath = urlOf(path, params && sample(params, named), query && sample(query, named)).slice(
          API_BASE.length,
        );
        const token = caller?.token ?? '';
        const previewed = await app.call(previewReport, { query: { path: reportPath } }, token);
        const begun = await app.call(startJob, { body: { path: reportPath } }, token);
        for (const { status } of [previewed, begun]) expect([403, 404, 422], reportPath).toContain(status);
      }
    }
  });

  it('the calls changed nothing of the foreign joint, and most reached the record', async () => {
    for (const [table, rows] of await rowsOfForeign()) {
      const rowsBefore = before.get(table) ?? [];
      expect(
        rows.filter((row) => !rowsBefore.includes(row)),
        `new rows of ${table}`,
      ).toEqual([]);
      expect(
        rowsBefore.filter((row) => !rows.includes(row)),
        `lost rows of ${table}`,
      ).toEqual([]);
    }
    const untried = [...answered].filter(([, status]) =>
      [...status].every((one) => one === '400 badRequest'),
    );
    expect(untried.map(([name]) => name)).toEqual([]);
    const all = [...answered.values()].flatMap((status) => [...status]);
    expect(all.filter((status) => status.startsWith('404')).length).toBeGreaterThan(all.length / 2);
  });
});

/** Named properties of an object schema. */
const propertiesOf = (schema: TSchema | undefined): Record<string, TSchema> | undefined =>
  (schema as SchemaShape | undefined)?.properties;

/** True if a request of the endpoint can name the field. */
function takes({ params, query, body }: Endpoint, field: string): boolean {
  return [params, query, body].some((schema) => schema !== undefined && hasField(schema, field));
}

function hasField(schema: TSchema, field: string): boolean {
  const { properties = {}, items } = schema as SchemaShape;
  if (field in properties || (items !== undefined && hasField(items, field))) return true;
  return Object.entries(properties).some(([name, of]) => isRequired(schema, name) && hasField(of, field));
}

const isRequired = (schema: TSchema, name: string): boolean =>
  (schema as SchemaShape).required?.includes(name) === true;

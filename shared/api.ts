import Type, { type Static, type TNull, type TObject, type TSchema } from 'typebox';
import { Profile } from './profiles.ts';
import type { Right } from './rights.ts';

/** Declaration of an endpoint without the id and the route. */
interface Declared<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> {
  access: Access;
  /** Short description of the endpoint in English, for the OpenAPI page. */
  summary: string;
  /** Rules and errors for the OpenAPI page. */
  description?: string;
  /** Group of the endpoint on the OpenAPI page. Default: the feature with the route's handler. */
  tag?: string;
  /** Schema of the route's parameters. Default: the common schemas by parameter name (`routeParams`). */
  params?: Params;
  query?: Query;
  body?: Body;
  /** Maximum size of the request body in bytes. Default: 64 kB. */
  bodyLimit?: number;
  /**
   * Order in which a busy server refuses calls: first `bulk` (full lists, reports, sheets; default of files and
   * uploads), then endpoints without a priority, last `vital` (votes and registrations).
   */
  priority?: 'vital' | 'bulk';
  /** True if a person signs in by the endpoint: a busy server delays the call, but never refuses the call. */
  entry?: true;
  /**
   * True if another program sends the calls, for example notifications of a payment gateway. Public, with an own rate
   * limit by network: 503 with `Retry-After` above the limit, so the program sends again.
   */
  hook?: true;
  /** HTTP status of success. Default: 200, or 204 without an answer. */
  status?: 200 | 201 | 202 | 204;
  /** Schema of the answer. Default: no content. */
  answer?: Answer;
  /** True if a repeated call with the same `Idempotency-Key` header gets the first answer again. */
  idempotent?: true;
  /** True if the body is one uploaded file (multipart/form-data). */
  upload?: true;
  /** True if the answer is a file: the handler returns a FileAnswer, the caller receives the bytes. */
  file?: true;
  /** True if a worker process makes the answer, as for files and uploads: a person has only a few under way. */
  inWorker?: true;
  /** True if a successful answer never changes, so that a browser may cache the answer. */
  lasting?: true;
  /** True for a WebSocket endpoint. A display may send the token of its link as `?token=`. */
  socket?: true;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Declaration of an endpoint: schemas for the server's validation and serialization, types for the client's calls,
 * and text for the OpenAPI page.
 */
export interface Endpoint<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> extends Declared<Params, Query, Body, Answer> {
  /** Stable name, also the OpenAPI operationId. */
  id: string;
  /** HTTP method. */
  method: Method;
  /** Path below the API's base, with `:name` parameters. */
  path: string;
  /** HTTP status of a success. */
  status: 200 | 201 | 202 | 204;
  /** Schema of the answer's body. */
  answer: Answer;
}

/**
 * Access rule of an endpoint. `public` needs no session. Otherwise: the allowed profiles of the caller, and
 * a scope (link needed between caller and request). Outside of the scope the answer is 404, as for unknown
 * ids.
 * - `session`: no further check; the handler reads only the caller's own data.
 * - `self`: the `userId` or `username` of the path is the caller's own; staff may name anybody.
 * - `paramsJoint`, `bodyJoint`, `queryJoint`: the caller is linked to the joint or sector `jointId` in
 *   path, body or query, for assemblies unless `service` names another service.
 * - `paramsEvent`, `bodyEvent`: the caller is linked to the event `eventId`; staff to any.
 *
 * `root`: the joint is no sector. Platform staff may name a sector.
 *
 * Some lists of profiles also admit administrators with a right in the joint (`rightOf`).
 */
export type Access =
  | { public: true }
  | {
      profiles: readonly Profile[];
      scope: 'session' | 'self' | 'paramsJoint' | 'bodyJoint' | 'queryJoint' | 'paramsEvent' | 'bodyEvent';
      service?: 'assembly' | 'billing' | 'either';
      root?: true;
    };

/** Access rule of an endpoint open to all callers, without a session. */
export const everyone: Access = { public: true };
/** Profiles of the platform's staff: `full` only. */
export const staff = [Profile.full] as const;
/** Profiles that run an assembly: platform staff and operators. */
export const assemblyRunners = [Profile.full, Profile.operator] as const;
/** Profiles able to follow a joint's assembly on a screen. The data depend on the profile. */
export const members = [Profile.full, Profile.admin, Profile.owner, Profile.operator, Profile.qr] as const;
/** Profiles with access to the reports of an assembly, including administrators. */
export const reporters = [Profile.full, Profile.admin, Profile.operator] as const;
/**
 * Profiles with access to the billing of a joint (co-owned property): administrators, accountants and platform
 * staff.
 */
export const accountants = [Profile.full, Profile.admin] as const;
/**
 * Profiles with access to a unit's debt: administrators, accountants, platform staff and owners. Owners see own
 * units only.
 */
export const accountReaders = [Profile.full, Profile.admin, Profile.owner] as const;
/** Profiles that receive guests at the door of an event: platform staff and receptionists. */
export const eventHosts = [Profile.full, Profile.events] as const;
/** Profiles with access to an assembly's live figures without names: members and wall displays. */
export const assemblyWatchers = [...members, Profile.display] as const;
/** Profiles that see the list of present units: staff running the assembly, and displays in the hall. */
export const hallScreens = [...assemblyRunners, Profile.display] as const;
/** Profiles for registering units and voting: people at the desk, owners, and sessions by code. */
export const voters = [...assemblyRunners, Profile.owner, Profile.qr] as const;
/** Profiles for assigning a unit to a holder: people at the desk, and owners for own units. */
export const assigners = [...assemblyRunners, Profile.owner] as const;
/** Profiles for the table of units of an assembly: platform staff. */
export const unitKeepers = [Profile.full] as const;
/** Profiles for payments and bank extracts: platform staff. */
export const paymentKeepers = [Profile.full] as const;
/** Profiles for reviewing and issuing months: platform staff. */
export const monthKeepers = [Profile.full] as const;
/** Profiles that keep a joint's register of personal data: platform staff. */
export const dataKeepers = [Profile.full] as const;
/** Profiles for the audit trail of an assembly: no right of an administrator opens the trail. */
export const trailReaders = [Profile.full, Profile.operator] as const;

/** Right of an administrator for admission without the profile, by list of profiles. Other lists have no right. */
const admittingRights: ReadonlyMap<readonly Profile[], Right> = new Map<readonly Profile[], Right>([
  [assemblyRunners, 'assemblies'],
  [hallScreens, 'assemblies'],
  [voters, 'assemblies'],
  [assigners, 'assemblies'],
  [unitKeepers, 'assemblies'],
  [dataKeepers, 'assemblies'],
  [paymentKeepers, 'payments'],
  [monthKeepers, 'months'],
]);

/**
 * Returns the right for admission of an administrator to an endpoint, in the joints with the right. Undefined for an
 * endpoint without a right.
 */
export const rightOf = (access: Access): Right | undefined =>
  'public' in access ? undefined : admittingRights.get(access.profiles);

type ParamsOf<E> =
  E extends Endpoint<infer P, TSchema, TSchema, TSchema>
    ? TSchema extends P
      ? undefined
      : Static<P>
    : never;
type QueryOf<E> =
  E extends Endpoint<TSchema, infer Q, TSchema, TSchema>
    ? TSchema extends Q
      ? undefined
      : Static<Q>
    : never;
type BodyOf<E> =
  E extends Endpoint<TSchema, TSchema, infer B, TSchema>
    ? TSchema extends B
      ? undefined
      : Static<B>
    : never;

/**
 * Type of the input of an endpoint: parameters, query and body, as sent by the caller and received by the
 * handler.
 */
export interface InputOf<E> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
}
/** TypeScript type of the answer of a declared endpoint: `AnswerOf<typeof getBill>`. */
export type AnswerOf<E> = E extends Endpoint<TSchema, TSchema, TSchema, infer A> ? Static<A> : never;

/** Schemas of route parameters by name, for routes without schemas of their own. */
const routeParams = () => ({
  agreementId: Id,
  apartmentId: ApartmentId,
  arrivalId: Type.String({ minLength: 16, maxLength: 16, pattern: '^[A-Za-z0-9_-]{16}$' }),
  bill: Id,
  cashReceipt: Id,
  channelId: Id,
  chargeConceptId: Id,
  code: Line(40),
  conceptId: Id,
  displayId: Line(64),
  draftId: Id,
  eventId: Id,
  exit: Id,
  feeId: Id,
  fileId: Id,
  jobId: Type.String({ maxLength: 32, pattern: '^[0-9a-f]{32}$' }),
  jointId: Id,
  messageId: Id,
  month: MonthNumber,
  participantId: Line(60),
  receipt: Line(20),
  pageId: Id,
  payment: Id,
  powerId: Id,
  proposalId: Id,
  sessionId: Line(64),
  turnId: Id,
  userId: Line(40),
  username: Line(100),
  year: Year,
});
type RouteParams = ReturnType<typeof routeParams>;
type NamesIn<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Route extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsIn<Route extends string> = [NamesIn<Route>] extends [never]
  ? TSchema
  : TObject<Pick<RouteParams, NamesIn<Route> & keyof RouteParams>>;

/** Cache of parameter schemas by route, so that routes with the same parameters share a compiled schema. */
const schemas = new Map<string, TSchema>();

function paramsIn(route: string): TSchema | undefined {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  const schema = schemas.get(names.join()) ?? Type.Pick(Type.Object(routeParams()), names);
  schemas.set(names.join(), schema);
  return schema;
}

/**
 * Declares an endpoint by id and route ('GET /joints/:jointId') with the exact types of the schemas. Default status
 * of a success: 204 without an answer, else 200.
 */
export function endpoint<
  Route extends `${Method} /${string}`,
  P extends TSchema = ParamsIn<Route>,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TNull,
>(id: string, route: Route, declared: Declared<P, Q, B, A>): Endpoint<P, Q, B, A> {
  const [method, path] = route.split(' ') as [Method, string];
  // Without an answer, the type is Nothing.
  const { answer = Nothing as TSchema as A, status = declared.answer === undefined ? 204 : 200 } = declared;
  const params = declared.params ?? (paramsIn(path) as P | undefined);
  return { ...declared, id, method, path, status, answer, ...(params && { params }) };
}

/** Base path of every call of the API (specification, section 7). */
export const API_BASE = '/SCAF/api';
/** Path of the Socket.IO connection for live figures. */
export const LIVE_PATH = '/SCAF/socket.io';

// Schemas shared by many endpoints.

// Control characters (C0 and C1) and characters that change the text direction.
const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';
const VISIBLE = `[^${CONTROL}]`;
// White space other than control characters: allowed before the first visible character.
const SPACE = '[ \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]';
/**
 * Schema of a text of a single line: 1 to `maxLength` characters, not only blanks, no control characters.
 * The pattern is fast for any text.
 */
// @__NO_SIDE_EFFECTS__
export const Line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: `^${SPACE}*[^\\s${CONTROL}]${VISIBLE}*$` });
/**
 * Schema of a line of text, possibly empty.
 * @param maxLength number of characters
 */
export const OptionalLine = (maxLength: number) => Type.String({ maxLength, pattern: `^${VISIBLE}*$` });
/**
 * Schema of a text of several lines, without control characters except tabs and line breaks.
 * @param maxLength number of characters, including line breaks
 */
export const Lines = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$' });

/**
 * Schema of an id of a joint (co-owned property), concept (question) or answer: a whole number from 1 to
 * 2147483647, the limit of both databases.
 */
export const Id = Type.Integer({ minimum: 1, maximum: 2147483647 });
/** Schema of a year in paths and queries: 2000 to 2199. */
export const Year = Type.Integer({ minimum: 2000, maximum: 2199 });
/** Schema of a month number: 1 (January) to 12. */
export const MonthNumber = Type.Integer({ minimum: 1, maximum: 12 });
/**
 * Schema of the id of a unit: text of 1 to 60 characters, as in the joint's table: '101' or 'PARQ 18 - 19'.
 */
export const ApartmentId = Line(60);
/**
 * Schema of a unit's share in the joint (co-owned property), or of a sum of shares, in the units of the joint's
 * table (per cent: 2.5 is 2.5 %), with up to nine decimals. Only the server adds coefficients.
 */
export const CoefficientNumber = Type.Number();
/**
 * Schema of an instant: ISO 8601 in UTC. The longest form has a fraction of nine digits and an offset. The pattern
 * refuses the forms that the format allows but `Date` cannot read: a leap second, and a time zone in brackets.
 */
export const Instant = Type.String({
  format: 'date-time',
  maxLength: 40,
  pattern: '^[^\\[]{16}:[0-5][^\\[]*$',
});
/**
 * Schema of the six-digit room code: shown in the hall, and typed on a phone to register in the hall.
 * Optional, because the desk, cards and badges need no code.
 */
export const RoomCodeText = Type.Optional(Type.String({ pattern: '^[0-9]{6}$', maxLength: 6 }));
/** Schema of a day in America/Bogota: YYYY-MM-DD. */
export const DayText = Type.String({ format: 'date', maxLength: 10 });
/** Schema of a user's number as text: '12'. */
export const UserNumber = Type.String({ maxLength: 10, pattern: '^[0-9]{1,10}$' });
/**
 * Schema of a list of texts or numbers without repetitions. Checked by server/platform/http/sizes.ts; the
 * usual `uniqueItems` is slow for long lists.
 */
// @__NO_SIDE_EFFECTS__
export const Distinct = <T extends TSchema>(items: T, bounds: { minItems: number; maxItems: number }) =>
  Type.Array(items, { ...bounds, distinct: true });
/** Schema of a value or null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Mark of a list among the values shown before a change (`seen.ts`): a long list is not sent twice. */
export const ListMark = Type.String({ minLength: 1, maxLength: 20 });
/** Body of every error answer: a stable English code and a Spanish sentence with the remedy. */
export const ErrorBody = Type.Object({
  /** HTTP status. */
  statusCode: Type.Integer(),
  /** Stable English code: 'jointNotFound'. */
  code: Type.String(),
  /** Spanish sentence with the remedy. */
  message: Type.String(),
  /** Further facts, in a shape of each code. Absent for most codes. */
  details: Type.Optional(Type.Unknown()),
});
/** Schema of the answer of an endpoint without content (HTTP status 204). */
export const Nothing = Type.Null();
/** File returned by a handler. The server sends the raw bytes, with the name in Content-Disposition. */
export const FileAnswer = Type.Object({
  /** File name with extension. */
  name: Type.String(),
  /** MIME type: 'application/pdf'. */
  mediaType: Type.String(),
  bytes: Type.Unsafe<Uint8Array>(Type.Unknown()),
});
export type FileAnswer = Static<typeof FileAnswer>;

/** Declares a report: a GET endpoint that answers with a file. */
export function reportEndpoint<
  Route extends `GET /${string}`,
  Q extends TSchema,
  P extends TSchema = ParamsIn<Route>,
>(
  id: string,
  route: Route,
  declared: Pick<Declared<P, Q>, 'access' | 'summary' | 'description' | 'tag' | 'params' | 'query'>,
): Endpoint<P, Q, TSchema, typeof FileAnswer> {
  return endpoint(id, route, { ...declared, answer: FileAnswer, file: true });
}

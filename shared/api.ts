import Type, { type Static, type TNull, type TObject, type TSchema } from 'typebox';
import { Profile } from './profiles.ts';

/** What is said of an endpoint beside its name and its route. */
interface Declared<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> {
  access: Access;
  /** One line of English for the OpenAPI page. */
  summary: string;
  /** Rules and errors worth knowing, for the OpenAPI page. */
  description?: string;
  /** Its place on the OpenAPI page, where that is not the one of the feature that mounts it. */
  tag?: string;
  /** Left out: what the parameters of its route are everywhere (`routeParams`). */
  params?: Params;
  query?: Query;
  body?: Body;
  /** Bytes of the largest body, where 64 kB are more than it needs to be safe, or less than it may be. */
  bodyLimit?: number;
  /**
   * What gives way first where the server is busy: `bulk` (lists of everything, reports, sheets: every file and upload,
   * where nothing else is said), then what says nothing, and last of all `vital`, votes and registrations.
   */
  priority?: 'vital' | 'bulk';
  /** True if the endpoint lets a person in without a session: its calls wait for their pace, and are never refused for it. */
  entry?: true;
  /** HTTP status of success: 200 where nothing else is said, 204 where nothing is answered. */
  status?: 200 | 201 | 202 | 204;
  /** Left out: nothing. */
  answer?: Answer;
  /** True where an `Idempotency-Key` header is honoured. */
  idempotent?: true;
  /** True where the body is one uploaded file (multipart/form-data). */
  upload?: true;
  /** True where the answer is a file: the handler returns a FileAnswer, the caller gets its bytes. */
  file?: true;
  /** True where a successful answer never changes: the caller's cache may keep it. */
  lasting?: true;
  /** True where the endpoint is a WebSocket; a display link's token may then come as `?token=`. */
  socket?: true;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * What an endpoint is, said once: the server validates and serialises with it, the client's caller is typed
 * by it, and the OpenAPI page is printed from it.
 */
export interface Endpoint<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> extends Declared<Params, Query, Body, Answer> {
  /** Stable name, also the OpenAPI operationId. */
  id: string;
  method: Method;
  /** Path below the API's base, with `:name` parameters. */
  path: string;
  status: 200 | 201 | 202 | 204;
  answer: Answer;
}

/**
 * Who may call an endpoint. `public` needs no session. Otherwise the profiles are named, and the scope says
 * what the caller must be linked to; anything outside of it answers 404, as if it did not exist.
 * - `session`: nothing further; the handler looks only at what is the caller's own.
 * - `self`: the `userId` or `username` parameter is the caller's own; profile 1 may name anyone.
 * - `paramsJoint`, `bodyJoint`, `queryJoint`: the `jointId` there is a joint (or a sector of one) of the
 *   caller's, by its assembly links unless `service` says otherwise.
 * - `paramsEvent`, `bodyEvent`: the `eventId` there is an event that the caller is linked to (profile 1: any).
 */
export type Access =
  | { public: true }
  | {
      profiles: readonly Profile[];
      scope: 'session' | 'self' | 'paramsJoint' | 'bodyJoint' | 'queryJoint' | 'paramsEvent' | 'bodyEvent';
      service?: 'assembly' | 'billing' | 'either';
    };

export const everyone: Access = { public: true };
/** Platform staff only. */
export const staff = [Profile.full] as const;
/** Those who run an assembly. */
export const assemblyRunners = [Profile.full, Profile.operator] as const;
/** Those who may follow a joint's assembly, each seeing what is theirs to see. */
export const members = [Profile.full, Profile.admin, Profile.owner, Profile.operator, Profile.qr] as const;
/** Those to whom an assembly's reports are given: its administrators too. */
export const reporters = [Profile.full, Profile.admin, Profile.operator] as const;
/** Administrators and accountants of a joint, and platform staff: its billing. */
export const accountants = [Profile.full, Profile.admin] as const;
/** Those who may ask what a unit owes: an owner of their own units alone. */
export const accountReaders = [Profile.full, Profile.admin, Profile.owner] as const;
/** Those who receive people at events. */
export const eventHosts = [Profile.full, Profile.events] as const;
/** Members and wall displays: live figures without names. */
export const assemblyWatchers = [...members, Profile.display] as const;
/** Those before whom it is said which units are there: who runs the assembly, and the walls of its hall. */
export const hallScreens = [...assemblyRunners, Profile.display] as const;

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

/** What a caller sends to an endpoint, and a handler receives after validation. */
export interface InputOf<E> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
}
export type AnswerOf<E> = E extends Endpoint<TSchema, TSchema, TSchema, infer A> ? Static<A> : never;

/** What a route's parameters are: one name is one thing in every route that does not declare its own. */
const routeParams = () => ({
  apartmentId: ApartmentId,
  arrivalId: Type.String({ minLength: 16, maxLength: 16, pattern: '^[A-Za-z0-9_-]{16}$' }),
  bill: Id,
  cashReceipt: Id,
  chargeConceptId: Id,
  code: Line(40),
  conceptId: Id,
  displayId: Line(64),
  draftId: Id,
  eventId: Id,
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
  sessionId: Line(64),
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

/** One schema for all routes with the same parameters: each is compiled once. */
const schemas = new Map<string, TSchema>();

function paramsIn(route: string): TSchema | undefined {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  const schema = schemas.get(names.join()) ?? Type.Pick(Type.Object(routeParams()), names);
  schemas.set(names.join(), schema);
  return schema;
}

/**
 * Declares an endpoint by its name and its route ('GET /joints/:jointId'), keeping the exact types of its schemas.
 * It answers with 200, or with 204 where no answer is declared, unless another status is.
 */
export function endpoint<
  Route extends `${Method} /${string}`,
  P extends TSchema = ParamsIn<Route>,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  A extends TSchema = TNull,
>(id: string, route: Route, declared: Declared<P, Q, B, A>): Endpoint<P, Q, B, A> {
  const [method, path] = route.split(' ') as [Method, string];
  // An endpoint that declares no answer has the type of Nothing.
  const { answer = Nothing as TSchema as A, status = declared.answer === undefined ? 204 : 200 } = declared;
  const params = declared.params ?? (paramsIn(path) as P | undefined);
  return { ...declared, id, method, path, status, answer, ...(params && { params }) };
}

/** Base path of every call (the specification, section 7). */
export const API_BASE = '/SCAF/api';
/** Where Socket.IO listens. */
export const LIVE_PATH = '/SCAF/socket.io';

// Schemas that many endpoints share.

// Control characters of both sets, and those that turn the direction of what is written after them.
const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';
const VISIBLE = `[^${CONTROL}]`;
// White space that is no control character: what may stand before the first sign that shows.
const BLANK = '[ \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]';
/**
 * One line of text with something in it; control characters are refused (the specification's limits). What may come
 * first and what must come then have no sign in common, so that there is one way to read a text and no going back.
 */
export const Line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: `^${BLANK}*[^\\s${CONTROL}]${VISIBLE}*$` });
/** One line of text that may be empty. */
export const OptionalLine = (maxLength: number) => Type.String({ maxLength, pattern: `^${VISIBLE}*$` });
/** Text of several lines: tabs and line breaks are the only control characters. */
export const Lines = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$' });

/** Ids of joints, concepts and answers are positive 31-bit integers, as both stores keep them. */
export const Id = Type.Integer({ minimum: 1, maximum: 2147483647 });
export const Year = Type.Integer({ minimum: 2000, maximum: 2199 });
export const MonthNumber = Type.Integer({ minimum: 1, maximum: 12 });
/** A unit's text id, e.g. "101" or "PARQ 18 - 19". */
export const ApartmentId = Line(60);
/** A coefficient in the table's own units (a number with up to 9 decimals); the server alone adds them. */
export const CoefficientNumber = Type.Number();
/** ISO 8601 in UTC; its longest writing has a fraction of nine digits and an offset. */
export const Instant = Type.String({ format: 'date-time', maxLength: 40 });
/** Six digits that walls and desk show; left out by desk, cards and badges, which never need them. */
export const RoomCodeText = Type.Optional(Type.String({ pattern: '^[0-9]{6}$', maxLength: 6 }));
/** YYYY-MM-DD, a day in America/Bogota. */
export const DayText = Type.String({ format: 'date', maxLength: 10 });
/** The id of a user as their record has it. */
export const UserNumber = Type.String({ maxLength: 10, pattern: '^[0-9]{1,10}$' });
/**
 * An array of texts or numbers without a repetition. Not `uniqueItems`, which compares objects too, each with all
 * before it: the walk that looks at sizes sees to it (server/platform/http/sizes.ts).
 */
export const Distinct = <T extends TSchema>(items: T, bounds: { minItems: number; maxItems: number }) =>
  Type.Array(items, { ...bounds, distinct: true });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** Every error's body: a stable code in English and a Spanish sentence that says what to do. */
export const ErrorBody = Type.Object({
  statusCode: Type.Integer(),
  code: Type.String(),
  message: Type.String(),
  details: Type.Optional(Type.Unknown()),
});
export const Nothing = Type.Null();
/** A file as a handler returns it; on the wire its bytes alone, named by Content-Disposition. */
export const FileAnswer = Type.Object({
  /** With its ending, as a person keeps it. */
  name: Type.String(),
  mediaType: Type.String(),
  bytes: Type.Unsafe<Uint8Array>(Type.Unknown()),
});
export type FileAnswer = Static<typeof FileAnswer>;

/** Declares a report: a GET whose answer is a file. */
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

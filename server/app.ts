import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { Sessions } from './accounts/sessions/sessions.service.ts';
import { signTokens } from './accounts/sessions/tokens.ts';
import { beginEvidenceEpochs } from './assemblies/evidence/epochs.ts';
import { papersQueue } from './assemblies/evidence/papers-queue.ts';
import { isAnyQuestionOpen } from './assemblies/index.ts';
import { jointStates } from './assemblies/live/joint-state.ts';
import { JointTopic } from './assemblies/live/joint-topic.ts';
import { assembliesPort } from './assemblies/meeting/assemblies-port.ts';
import { BEAT_MS, rehearsalsQueue } from './assemblies/rehearsals/queue.ts';
import { stampQueue } from './assemblies/stamps/queue.ts';
import { keepTallies } from './assemblies/store/tally/kept-tally.repository.ts';
import { mountBackups } from './backup/backups.routes.ts';
import { BackupKeeper } from './backup/keeper.ts';
import type { BackupTarget } from './backup/take-copy.ts';
import { readAssemblyFigures } from './billing/fees/assembly-figures.repository.ts';
import type { Gateway } from './billing/gateway/gateway.types.ts';
import { reconciliationQueue } from './billing/gateway/reconcile.ts';
import { wompi } from './billing/gateway/wompi.ts';
import { hasBooks } from './billing/ledger/books.repository.ts';
import { arrearsIn } from './billing/reports/arrears-work.ts';
import { refreshPayPages } from './billing/settings/pay-page.repository.ts';
import { reportRoutes } from './composition/reports.ts';
import { isLinkedToEvent } from './events/events.repository.ts';
import { eventStates } from './events/states.ts';
import { eventTopic } from './events/topic.ts';
import { type AppContext, features, mailKindsOf } from './features.ts';
import { headSignerOf } from './platform/audit/signing.ts';
import { type Store, storeInLane } from './platform/db/connect.ts';
import { Counters } from './platform/db/counters.ts';
import {
  capConnections,
  endSlowBodies,
  isOwnAddress,
  PATIENCE,
  type Patience,
} from './platform/http/arrivals.ts';
import { lazyCompilers } from './platform/http/compilers.ts';
import { finishRequests } from './platform/http/drain.ts';
import type { GuardSources } from './platform/http/guard.ts';
import { securityHeaders } from './platform/http/headers.ts';
import { parseJsonBodies } from './platform/http/json-body.ts';
import { apiScope, type Mount, NO_BODY_LIMIT } from './platform/http/mount.ts';
import { apiDocs } from './platform/http/pages/docs.ts';
import { staticClient } from './platform/http/pages/static-client.ts';
import { Parties } from './platform/http/parties.ts';
import { mountPlatform } from './platform/http/platform.routes.ts';
import { refuseUnderPressure } from './platform/http/pressure.ts';
import { answerNoHttp, answerProblem } from './platform/http/problem.ts';
import { FORM_FIELD_LIMIT } from './platform/http/uploaded-file.ts';
import { keyedHash } from './platform/lib/keyed-hash.ts';
import { secretBox } from './platform/lib/secret-box.ts';
import { warms } from './platform/lib/warms.ts';
import { Connections } from './platform/live/connections.ts';
import { Hub } from './platform/live/hub.ts';
import { livePlainSockets, PlainFeed } from './platform/live/plain-socket.ts';
import { CoalescedPublisher } from './platform/live/publisher.ts';
import { harmless } from './platform/live/socket-events.ts';
import { roomOf } from './platform/live/topic.ts';
import { BounceReader } from './platform/mail/bounces.ts';
import { mountMailbox } from './platform/mail/mailbox.routes.ts';
import { type MailConfig, smtpMailer } from './platform/mail/mailer.ts';
import { returnAddresses } from './platform/mail/return-address.ts';
import { MailSender } from './platform/mail/sender.ts';
import { countOn } from './platform/metrics/metrics.routes.ts';
import { readStoreFigures } from './platform/metrics/store-figures.repository.ts';
import { setWorkerPriority, startHost } from './platform/queue/hosted-worker.ts';
import { JobRunner } from './platform/queue/job-runner.ts';
import { mountJobs } from './platform/queue/jobs.routes.ts';
import { workerLimits } from './platform/queue/limits.ts';
import { mountReports } from './platform/queue/reports.routes.ts';
import { restWhile } from './platform/queue/worker-pool.ts';
import { sheetLimits } from './platform/sheets/limits.ts';
import { JointDirectory } from './properties/joint-directory.ts';
import { warmCalls } from './warm-calls.ts';

/** Parts and settings to build the application: store, keys, public address, mail and limits. */
export interface AppOptions {
  store: Store;
  /** Key for signing session tokens, 32 bytes or more. */
  jwtSecret: string;
  /**
   * Secret for the key of signed heads (signed summaries of the audit trail), 32 bytes or more. Default:
   * `jwtSecret`.
   */
  evidenceSecret?: string;
  /** Address of a time-stamping authority (RFC 3161) for signed heads. Missing: no time stamps. */
  tsaUrl?: string | null;
  /** Payment gateway. Default: Wompi. Tests use a local stand-in. */
  gateway?: Gateway;
  /** True in the trial of an upgrade: no payment gateway is asked. */
  isTrial?: boolean;
  /** Delay in milliseconds between the end of an assembly and the making of the assembly's documents. */
  papersAfterMs?: number;
  /** Delay in milliseconds from beat to beat of a rehearsal. Default: a shown rehearsal lasts two minutes. */
  rehearsalBeatMs?: number;
  trustProxy?: readonly string[];
  /**
   * Web address at the start of every link to this server, without a trailing slash: 'https://asambleas.ejemplo.co'.
   */
  publicUrl?: string;
  /** Mail server and sender address. Missing: messages stay in the outbox. */
  mail?: MailConfig | null;
  /** Folder and key of the backups. Missing: no backups are made. */
  backups?: BackupTarget | null;
  contactEmail?: string | null;
  contactPhone?: string | null;
  /** Bearer token for reading the metrics. Missing: no metrics. */
  metricsToken?: string | null;
  /**
   * Maximum delay of the event loop in milliseconds; above, the server refuses calls. 0: never refuse, for tests
   * with heavy jobs in the same thread.
   */
  busyAfterMs?: number;
  /** True to limit the rate of calls per client. Tests without this limit set false. */
  paced?: boolean;
  /** Priority of the worker processes, as in `os.setPriority`. Default: the lowest. Tests use the usual priority, 0. */
  workerPriority?: number;
  /** Time limits for receiving a request. Tests use shorter limits. */
  patience?: Patience;
  /** Log level of pino; `silent` in tests. */
  logLevel?: string;
}

/** Default delay in ms before the documents of an ended assembly are made: results and mails go first. */
const PAPERS_AFTER_MS = 5_000;

/** Maximum size in bytes of a response body sent in a single packet together with the headers. */
const ONE_PACKET = 1400;

const clientDir = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../build/client' : '../client', import.meta.url),
);

/** Builds the application from all features, without listening on a port. Tests use the same function. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { store } = options;
  const { app, compileRest } = newServer(options);
  const parties = options.paced === false ? null : new Parties();
  parties?.watch(app);
  setWorkerPriority(options.workerPriority ?? workerLimits.priority);
  app.addHook('onListen', async () => {
    // An error here fails only the calls that use a schema, not the server.
    const warmed = warms ? compileRest().then(() => warmCalls(context, idle)) : Promise.resolve();
    warmed.catch((error: unknown) => app.log.error({ err: error }, 'warming'));
    startHost();
  });
  const idle = finishRequests(app);
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 500) return;
    request.log.warn({ route: request.routeOptions.url, status: reply.statusCode }, 'answered');
  });

  const mountMetrics = await countOn(app, options.metricsToken ?? null);

  // Every vote needs both first: small reads, mostly from memory.
  const directory = new JointDirectory(store.inLane('votes'));
  const signer = headSignerOf(options.evidenceSecret ?? options.jwtSecret, options.publicUrl);
  const sessions = new Sessions(store.inLane('votes'), await signTokens(app, options.jwtSecret));
  /** Store for background jobs, with lower priority. */
  const behind = storeInLane(store, 'reports');
  const counters = new Counters(store, options.jwtSecret);
  const guard = guardSources({ store, sessions, directory });
  const live = await liveParts(app, options, { sessions, directory, guard });
  const { joints, hub, feed, publisher, eventPublisher } = live;
  await registerPlugins(app, options, parties);
  const { kinds, sender, bounces, stamps, backups } = backgroundParts(app, options, { behind, directory });
  const context: AppContext = {
    store,
    directory,
    sessions,
    counters,
    keyedHash: keyedHash(options.jwtSecret),
    secretBox: secretBox(options.jwtSecret),
    gateway: options.gateway ?? wompi(),
    publisher,
    signer,
    assemblies: assembliesPort({ db: store.db, directory, signer }),
    hasBooks,
    arrearsOf: arrearsIn(store.address),
    billingFigures: readAssemblyFigures,
    guard,
    feed,
    eventPublisher,
    connected: (jointIds) => hub.connected(jointIds.map((jointId) => roomOf(joints.key, jointId))),
    mail: { configured: sender !== null, nudge: () => sender?.nudge() },
    rehearsals: { nudge: () => rehearsals.nudge() },
    reports: { nudge: () => jobs.nudge(), callOff: (jobId) => jobs.callOff(jobId) },
    log: app.log,
    onClose: (work) => void app.addHook('onClose', work),
    publicUrl: options.publicUrl ?? '',
    contact: { email: options.contactEmail ?? null, phone: options.contactPhone ?? null },
  };
  const queues = queueParts(context, behind, options);
  const { jobs } = queues;
  const rehearsals = rehearsalsQueue(context, options.rehearsalBeatMs ?? BEAT_MS);
  await apiScope(app, { guard, parties }, (mountOf) => {
    mountPlatform(mountOf('platform'), context);
    mountMetrics(mountOf('platform'), {
      readStore: () => readStoreFigures(store.db),
      sockets: () => ({ hub: hub.size, feed: feed.size }),
      newestCopy: () => backups.newestAt(),
    });
    mountParts(mountOf, context, { behind, kinds, backups });
  });
  await staticClient(app, clientDir, context.contact);

  app.addHook('onReady', () => prepareStore(app, context));
  startWithServer(app, { ...live, ...queues, sender, bounces, stamps, rehearsals, backups });
  return app;
}

/** Makes the HTTP server with limits for connections and slow bodies, without routes. */
function newServer(options: AppOptions) {
  const { store, patience = PATIENCE } = options;
  const { compilersFactory, compileRest } = lazyCompilers();
  const app = Fastify({
    logger: { level: options.logLevel ?? 'info' },
    // A request's URL may hold a code or a token, so only failed routes are logged, by pattern.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy?.length ? [...options.trustProxy] : false,
    bodyLimit: NO_BODY_LIMIT,
    requestTimeout: patience.request,
    // The default of Node.js is 30 s, as long as the shortest of the time limits.
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.headers / 4 },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: true,
    schemaController: { compilersFactory },
    // Also answer malformed URLs and bytes with our own errors.
    frameworkErrors: answerProblem,
    clientErrorHandler: answerNoHttp,
  });
  store.faults.writeTo((fault) => app.log.error(fault, 'store'));
  if (store.repaired.length > 0) {
    app.log.warn({ paths: store.repaired }, 'others could read these files; they cannot any more');
  }
  // A browser sends about 20 headers; Node.js allows 2,000.
  app.server.maxHeadersCount = 100;
  const isProxied = (options.trustProxy ?? []).length > 0;
  capConnections(app.server, (address) => isProxied || isOwnAddress(address));
  endSlowBodies(app, patience);
  app.decorateRequest('principal', null);
  app.setErrorHandler(answerProblem);
  parseJsonBodies(app);
  return { app, compileRest };
}

interface Sources {
  store: Store;
  sessions: Sessions;
  directory: JointDirectory;
}

const guardSources = ({ store, sessions, directory }: Sources): GuardSources => ({
  authenticate: (token) => sessions.authenticate(token),
  whyEnded: (token) => sessions.whyEnded(token),
  seen: (sessionId, userAgent) => sessions.seen.note(sessionId, userAgent),
  findJoint: (jointId) => directory.find(jointId),
  isLinkedToEvent: (userId, eventId) => isLinkedToEvent(store.db, userId, eventId),
});

/** Makes the publishers and the live connections of browsers. */
async function liveParts(
  app: FastifyInstance,
  { store, trustProxy = [] }: AppOptions,
  { sessions, directory, guard }: Omit<Sources, 'store'> & { guard: GuardSources },
) {
  const publisher = new CoalescedPublisher(jointStates(store, directory));
  const eventPublisher = new CoalescedPublisher(eventStates(store.db));
  const connections = new Connections({ sessions, log: app.log, trustProxy });
  const joints = new JointTopic({ db: store.db, directory, guard, publisher, log: app.log });
  const hub = new Hub({
    server: app.server,
    pool: store.pool,
    authenticate: guard.authenticate,
    topics: [joints, eventTopic(store.db, eventPublisher, guard)],
    sessions,
    connections,
    log: app.log,
  });

  sessions.askConnected((sessionIds) => hub.connectedSessions(sessionIds));
  sessions.onCodeOpenedAgain(
    harmless(app.log, async (code, jointId) => {
      const { to, event } = await joints.unitsOfCode(code, jointId);
      hub.sendEverywhere(to, event);
    }),
  );

  const feed = new PlainFeed({ topic: joints, publisher, connections, log: app.log });
  await livePlainSockets(app, connections);
  return { publisher, eventPublisher, connections, joints, hub, feed };
}

async function registerPlugins(
  app: FastifyInstance,
  { store, busyAfterMs }: AppOptions,
  parties: Parties | null,
): Promise<void> {
  securityHeaders(app);
  // Do not compress bodies of a single packet: compression costs more than the saved bytes.
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: ONE_PACKET });
  // Allow one file with its form fields. The application ignores part headers.
  const beside = { fields: 5, fieldNameSize: 100, fieldSize: FORM_FIELD_LIMIT, headerPairs: 20 };
  await app.register(multipart, { limits: { fileSize: sheetLimits.fileBytes, files: 1, ...beside } });
  await refuseUnderPressure(app, busyAfterMs, parties, store.lateMs);
  apiDocs(app);
}

/** Makes the sender of mails, the queue of time stamps and the keeper of backups, without starting them. */
function backgroundParts(
  app: FastifyInstance,
  options: AppOptions,
  { behind, directory }: { behind: Store; directory: JointDirectory },
) {
  const { store } = options;
  const publicUrl = options.publicUrl ?? '';
  const kinds = mailKindsOf({
    store,
    directory,
    publicUrl,
    keyedHash: keyedHash(options.jwtSecret),
    helpPhone: options.contactPhone ?? null,
    from: options.mail?.from ?? '',
  });
  const bounceUrl = options.mail?.bounceUrl ?? null;
  const returns = bounceUrl === null ? null : returnAddresses(bounceUrl, keyedHash(options.jwtSecret));
  const bounces =
    bounceUrl === null || returns === null
      ? null
      : new BounceReader({ store: behind, url: bounceUrl, addresses: returns, log: app.log });
  const sender = options.mail
    ? new MailSender({
        store: behind,
        kinds,
        from: options.mail.from,
        returns,
        mailer: smtpMailer(options.mail),
        log: app.log,
      })
    : null;
  app.addHook(
    'onClose',
    restWhile(() => isAnyQuestionOpen(store.db)),
  );
  const stamps = options.tsaUrl
    ? stampQueue({ store: behind, log: app.log, url: new URL(options.tsaUrl) })
    : null;
  const backups = new BackupKeeper({ store, place: options.backups ?? null, log: app.log });
  return { kinds, sender, bounces, stamps, backups };
}

/** Makes the queues of an assembly's documents and of the gateway, and the runner of jobs, without starting them. */
function queueParts(
  context: AppContext,
  behind: Store,
  {
    papersAfterMs: afterMs = PAPERS_AFTER_MS,
    isTrial = false,
  }: Pick<AppOptions, 'papersAfterMs' | 'isTrial'>,
) {
  const { log } = context;
  const papers = papersQueue({ ...context, store: behind }, { log, afterMs });
  const handlers = Object.assign(
    {},
    ...Object.values(features).map(({ jobs }) => jobs?.({ ...context, store: behind })),
  );
  const jobs = new JobRunner({ store: behind, log, handlers });
  const reconciliations = isTrial ? null : reconciliationQueue({ ...context, store: behind });
  return { papers, jobs, reconciliations };
}

/** Mounts all features, and the parts of the platform for several features. */
function mountParts(
  mountOf: (feature: string) => Mount,
  context: AppContext,
  { behind, kinds, backups }: { behind: Store; kinds: ReturnType<typeof mailKindsOf>; backups: BackupKeeper },
): void {
  const { store } = context;
  for (const [name, feature] of Object.entries(features)) {
    const { lane } = feature;
    feature.mount(
      mountOf(name),
      lane === undefined ? context : { ...context, store: storeInLane(store, lane) },
    );
  }
  mountMailbox(mountOf('mail'), { ...context, store: storeInLane(store, 'lists'), kinds });
  const { publicUrl } = context;
  const routes = reportRoutes.map(({ taskOf, ...route }) => ({
    ...route,
    taskOf: (...call: Parameters<typeof taskOf>) => ({ ...taskOf(...call), publicUrl }),
  }));
  mountReports(mountOf('reports'), { store: behind, routes });
  mountJobs(mountOf('reports'), { ...context, store: behind, routes });
  mountBackups(mountOf('platform'), backups);
}

/** Repairs stored tallies, begins the epochs of the evidence and stores the pages for payments, before the first request. */
async function prepareStore(
  app: FastifyInstance,
  { store, signer, publicUrl }: Pick<AppContext, 'store' | 'signer' | 'publicUrl'>,
): Promise<void> {
  const recounted = await keepTallies(store.db);
  if (recounted > 0) app.log.warn({ questions: recounted }, 'tallies counted anew');
  await beginEvidenceEpochs({ db: store.db, signer });
  await refreshPayPages(store.db, publicUrl);
}

/** Starts the parts when the server is ready, and stops the parts before the server closes. */
function startWithServer(
  app: FastifyInstance,
  {
    hub,
    feed,
    connections,
    sender,
    bounces,
    jobs,
    stamps,
    papers,
    rehearsals,
    reconciliations,
    backups,
  }: Pick<Awaited<ReturnType<typeof liveParts>>, 'hub' | 'feed' | 'connections'> &
    Pick<ReturnType<typeof backgroundParts>, 'sender' | 'bounces' | 'stamps' | 'backups'> & {
      jobs: JobRunner;
      papers: ReturnType<typeof papersQueue>;
      rehearsals: ReturnType<typeof rehearsalsQueue>;
      reconciliations: ReturnType<typeof reconciliationQueue> | null;
    },
): void {
  app.addHook('onReady', async () => {
    await hub.start();
    await sender?.start();
    bounces?.start();
    await jobs.start();
    await stamps?.start();
    await papers.start();
    await rehearsals.start();
    await reconciliations?.start();
    await backups.start();
  });
  app.addHook('preClose', async () => {
    await backups.stop();
    await stamps?.stop();
    await reconciliations?.stop();
    await rehearsals.stop();
    await papers.stop();
    await jobs.stop();
    await sender?.stop();
    await bounces?.stop();
    feed.stop();
    await hub.stop();
    connections.stop();
  });
}

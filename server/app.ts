import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { API_BASE } from '../shared/api.ts';
import { Sessions } from './accounts/sessions/sessions.service.ts';
import { signTokens } from './accounts/sessions/tokens.ts';
import { beginEvidenceEpochs } from './assemblies/evidence/epochs.ts';
import { papersQueue } from './assemblies/evidence/papers-queue.ts';
import { isAnyQuestionOpen } from './assemblies/index.ts';
import { jointStates } from './assemblies/live/joint-state.ts';
import { JointTopic } from './assemblies/live/joint-topic.ts';
import { assembliesPort } from './assemblies/meeting/assemblies-port.ts';
import { stampQueue } from './assemblies/stamps/stamp-queue.ts';
import { keepTallies } from './assemblies/store/kept-tally.repository.ts';
import { mountBackups } from './backup/backups.routes.ts';
import { BackupKeeper } from './backup/keeper.ts';
import type { BackupPlace } from './backup/take-copy.ts';
import { hasBooks } from './billing/ledger/books.repository.ts';
import { arrearsIn } from './billing/reports/arrears-work.ts';
import { reportRoutes } from './composition/reports.ts';
import { eventStates } from './events/event-states.ts';
import { eventTopic } from './events/event-topic.ts';
import { isLinkedToEvent } from './events/events.repository.ts';
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
import { mountOn, NO_BODY_LIMIT } from './platform/http/mount.ts';
import { apiDocs } from './platform/http/pages/docs.ts';
import { staticClient } from './platform/http/pages/static-client.ts';
import { Parties } from './platform/http/parties.ts';
import { mountPlatform } from './platform/http/platform.routes.ts';
import { refuseUnderPressure } from './platform/http/pressure.ts';
import { answerNoHttp, answerProblem } from './platform/http/problem.ts';
import { FORM_FIELD_LIMIT } from './platform/http/uploaded-file.ts';
import { keyedHash } from './platform/lib/keyed-hash.ts';
import { Connections } from './platform/live/connections.ts';
import { Hub } from './platform/live/hub.ts';
import { livePlainSockets, PlainFeed } from './platform/live/plain-socket.ts';
import { CoalescedPublisher } from './platform/live/publisher.ts';
import { roomOf } from './platform/live/topic.ts';
import { mountMailbox } from './platform/mail/mailbox.routes.ts';
import { type MailConfig, smtpMailer } from './platform/mail/mailer.ts';
import { MailSender } from './platform/mail/sender.ts';
import { countOn } from './platform/metrics/metrics.routes.ts';
import { readStoreFigures } from './platform/metrics/store-figures.repository.ts';
import { startHost } from './platform/queue/hosted-worker.ts';
import { JobRunner } from './platform/queue/job-runner.ts';
import { mountJobs } from './platform/queue/jobs.routes.ts';
import { mountReports } from './platform/queue/reports.routes.ts';
import { restWhile } from './platform/queue/worker-pool.ts';
import { JointDirectory } from './properties/joint-directory.ts';

export interface AppOptions {
  store: Store;
  /** Key that signs session tokens, 32 bytes or more. */
  jwtSecret: string;
  /** What the key that signs heads is made of, 32 bytes or more; left out: of `jwtSecret`. */
  evidenceSecret?: string;
  /** The time-stamping authority (RFC 3161) that heads are sent to; without it none is asked. */
  tsaUrl?: string | null;
  /** Milliseconds from the end of an assembly until its papers are made. */
  papersAfterMs?: number;
  trustProxy?: readonly string[];
  /** What links begin with, without a slash at its end. */
  publicUrl?: string;
  /** The mail server and the sender; without it messages wait in the outbox. */
  mail?: MailConfig | null;
  /** Where copies of the store go; without it none are made. */
  backups?: BackupPlace | null;
  contactEmail?: string | null;
  contactPhone?: string | null;
  /** Bearer token that reads the metrics; without it there are none. */
  metricsToken?: string | null;
  /** Refuses calls while its thread is this late, in milliseconds; 0 never. Tests may share it with heavy work. */
  busyAfterMs?: number;
  /** Whether each party's calls are taken at a pace of its own; where not, a test may call as fast as it can. */
  paced?: boolean;
  /** How long requests may take to arrive; shorter in tests. */
  patience?: Patience;
  /** pino's level; `silent` in tests. */
  logLevel?: string;
}

/** Results and mails go before the papers of an assembly that ended. */
const PAPERS_AFTER_MS = 5_000;

/** A year, for whoever asked alone. */
const LASTING = 'private, max-age=31536000, immutable';

/** Bytes of a body that goes out with its head at once. */
const ONE_PACKET = 1400;

const clientDir = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../build/client' : '../client', import.meta.url),
);

/** Builds the application from its features, without listening: tests build the same one. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, patience = PATIENCE } = options;
  const { compilersFactory, compileRest } = lazyCompilers();
  const app = Fastify({
    logger: { level: options.logLevel ?? 'info' },
    // A request's address may hold a code or a token: only routes that failed are logged, by their pattern.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy?.length ? [...options.trustProxy] : false,
    bodyLimit: NO_BODY_LIMIT,
    requestTimeout: patience.request,
    // Node.js checks every thirty seconds by default, which is as long as the shortest of these times.
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.headers / 4 },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: true,
    schemaController: { compilersFactory },
    // Addresses and bytes that never become a request are refused in our words too.
    frameworkErrors: answerProblem,
    clientErrorHandler: answerNoHttp,
  });
  store.faults.writeTo((fault) => app.log.error(fault, 'store'));
  if (store.repaired.length > 0) {
    app.log.warn({ paths: store.repaired }, 'others could read these files; they cannot any more');
  }
  // A browser sends some twenty; Node.js lets two thousand through.
  app.server.maxHeadersCount = 100;
  const isProxied = (options.trustProxy ?? []).length > 0;
  capConnections(app.server, (address) => isProxied || isOwnAddress(address));
  endSlowBodies(app, patience);
  const parties = options.paced === false ? null : new Parties();
  parties?.watch(app);
  app.decorateRequest('principal', null);
  app.setErrorHandler(answerProblem);
  parseJsonBodies(app);
  app.addHook('onListen', async () => {
    // A schema that fails here fails the calls that need it, and not the server.
    compileRest().catch((error: unknown) => app.log.error({ err: error }, 'compilers'));
    startHost();
  });
  finishRequests(app);
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 500) return;
    request.log.warn({ route: request.routeOptions.url, status: reply.statusCode }, 'answered');
  });

  const mountMetrics = await countOn(app, options.metricsToken ?? null);

  // A vote needs both before anything else: small readings, in memory most of the time.
  const directory = new JointDirectory(store.inLane('votes'));
  const signer = headSignerOf(options.evidenceSecret ?? options.jwtSecret, options.publicUrl);
  const sessions = new Sessions(store.inLane('votes'), await signTokens(app, options.jwtSecret));
  /** Of what no call waits for. */
  const behind = storeInLane(store, 'reports');
  const counters = new Counters(store, options.jwtSecret);
  const guard: GuardSources = {
    authenticate: (token) => sessions.authenticate(token),
    whyEnded: (token) => sessions.whyEnded(token),
    seen: (sessionId, userAgent) => sessions.seen.note(sessionId, userAgent),
    jointExists: async (jointId) => (await directory.find(jointId)) !== undefined,
    isLinkedToEvent: (userId, eventId) => isLinkedToEvent(store.db, userId, eventId),
  };
  const publisher = new CoalescedPublisher(jointStates(store, directory));
  const eventPublisher = new CoalescedPublisher(eventStates(store.db));
  const connections = new Connections({
    sessions,
    log: app.log,
    trustProxy: options.trustProxy ?? [],
  });
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

  const feed = new PlainFeed({ topic: joints, publisher, connections, log: app.log });
  await livePlainSockets(app, connections);
  securityHeaders(app);
  // What fits in one packet is sent as it is: packing costs more than it spares.
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: ONE_PACKET });
  // One file with what somebody said of it beside it; lines above each part are nothing that the application reads.
  const beside = { fields: 5, fieldNameSize: 100, fieldSize: FORM_FIELD_LIMIT, headerPairs: 20 };
  await app.register(multipart, { limits: { fileSize: 10 * 1024 * 1024, files: 1, ...beside } });
  await refuseUnderPressure(app, options.busyAfterMs, parties, store.lateMs);
  apiDocs(app);
  const publicUrl = options.publicUrl ?? '';
  const kinds = mailKindsOf({ store, directory, publicUrl });
  const sender = options.mail
    ? new MailSender({
        store: behind,
        kinds,
        from: options.mail.from,
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
  const context: AppContext = {
    store,
    directory,
    sessions,
    counters,
    keyedHash: keyedHash(options.jwtSecret),
    publisher,
    signer,
    assemblies: assembliesPort({ db: store.db, directory, signer }),
    hasBooks,
    arrearsOf: arrearsIn(store.address),
    guard,
    feed,
    eventPublisher,
    connected: (jointIds) => hub.connected(jointIds.map((jointId) => roomOf(joints.key, jointId))),
    mail: { configured: sender !== null, nudge: () => sender?.nudge() },
    reports: { nudge: () => jobs.nudge(), callOff: (jobId) => jobs.callOff(jobId) },
    log: app.log,
    onClose: (work) => void app.addHook('onClose', work),
    publicUrl,
    contact: { email: options.contactEmail ?? null, phone: options.contactPhone ?? null },
  };
  const papers = papersQueue(
    { ...context, store: behind },
    { log: app.log, afterMs: options.papersAfterMs ?? PAPERS_AFTER_MS },
  );
  const handlers = Object.assign(
    {},
    ...Object.values(features).map(({ jobs }) => jobs?.({ ...context, store: behind })),
  );
  const jobs = new JobRunner({ store: behind, log: app.log, handlers });
  await app.register(
    async (api) => {
      api.addHook('onRoute', (route) => {
        if (route.config?.endpoint?.access === undefined) {
          throw new Error(`${route.method} ${route.url} declares no access rule`);
        }
      });
      // An answer of the API is for no cache, since it is somebody's, and it changes; but for those that never do.
      api.addHook('onSend', async (request, reply) => {
        const isLasting = request.routeOptions.config.endpoint?.lasting === true && reply.statusCode === 200;
        reply.header('cache-control', isLasting ? LASTING : 'no-store');
      });
      const mountOf = mountOn(api, guard, parties);
      mountPlatform(mountOf('platform'), context);
      mountMetrics(mountOf('platform'), {
        readStore: () => readStoreFigures(store.db),
        sockets: () => ({ hub: hub.size, feed: feed.size }),
        newestCopy: () => backups.newestAt(),
      });
      for (const [name, feature] of Object.entries(features)) {
        const { lane } = feature;
        feature.mount(
          mountOf(name),
          lane === undefined ? context : { ...context, store: storeInLane(store, lane) },
        );
      }
      mountMailbox(mountOf('mail'), { ...context, store: storeInLane(store, 'lists'), kinds });
      mountReports(mountOf('reports'), { store: behind, routes: reportRoutes });
      mountJobs(mountOf('reports'), { ...context, store: behind, routes: reportRoutes });
      mountBackups(mountOf('platform'), backups);
    },
    { prefix: API_BASE },
  );
  await staticClient(app, clientDir, context.contact);

  app.addHook('onReady', async () => {
    const recounted = await keepTallies(store.db);
    if (recounted > 0) app.log.warn({ questions: recounted }, 'tallies counted anew');
    await beginEvidenceEpochs({ db: store.db, signer });
    await hub.start();
    await sender?.start();
    await jobs.start();
    await stamps?.start();
    await papers.start();
    await backups.start();
  });
  app.addHook('preClose', async () => {
    await backups.stop();
    await stamps?.stop();
    await papers.stop();
    await jobs.stop();
    await sender?.stop();
    feed.stop();
    await hub.stop();
    connections.stop();
  });
  return app;
}

/**
 * Plan of the source tree (docs/start/architecture.md): rooms in storeys, from the lowest to the highest. A room is
 * a folder with everything below, or a single file; the longest matching name decides the room of a file. A file
 * may import from the own room and from rooms of lower storeys. Rooms of the same storey do not import from each
 * other.
 */
export interface House {
  storeys: readonly (readonly string[])[];
  /** Rooms of the plan with `index.ts` as the only file for imports from other rooms. */
  features: readonly string[];
  /** Paths of rooms above the features, allowed to import any file of a feature. */
  composers: readonly string[];
  /** Paths of rooms with files allowed to hold SQL, besides repositories. */
  stores: readonly string[];
}

const PLATFORM = 'server/platform';

export const house: House = {
  storeys: [
    ['shared'],
    ['migrations'],
    [`${PLATFORM}/lib`],
    ['server/config.ts'],
    [`${PLATFORM}/db`],
    [`${PLATFORM}/http`, `${PLATFORM}/audit`],
    [`${PLATFORM}/queue`],
    [
      `${PLATFORM}/documents`,
      `${PLATFORM}/live`,
      `${PLATFORM}/mail`,
      `${PLATFORM}/metrics`,
      `${PLATFORM}/sheets`,
    ],
    [PLATFORM],
    ['server/accounts'],
    ['server/properties'],
    ['server/assemblies', 'server/billing', 'server/events'],
    ['server/audit', 'server/personal', 'server/search', 'server/today'],
    ['server/backup', 'server/demo'],
    ['server/composition'],
    ['server/features.ts'],
    ['server/warm-calls.ts'],
    ['server/app.ts'],
    ['server/start-thread.ts'],
    ['server/main.ts'],
    ['client/lib'],
    ['client/ui'],
    ['client/mail', 'client/reports', 'client/verifier'],
    ['client/audit'],
    ['client/features/accounts'],
    ['client/features/properties'],
    ['client/features/assemblies', 'client/features/billing', 'client/features/events'],
    ['client/backups', 'client/home', 'client/personal', 'client/search', 'client/tutorials', 'client/users'],
    ['client/app'],
    ['client/app-routes.tsx'],
    ['client/router.tsx'],
    ['client/main.tsx'],
  ],
  features: [
    'server/accounts',
    'server/properties',
    'server/assemblies',
    'server/billing',
    'server/events',
    'client/features/accounts',
    'client/features/properties',
    'client/features/assemblies',
    'client/features/billing',
    'client/features/events',
  ],
  composers: [
    'server/demo',
    'server/composition',
    'server/features.ts',
    'server/warm-calls.ts',
    'server/app.ts',
    'server/main.ts',
    'client/app-routes.tsx',
    'client/router.tsx',
    'client/main.tsx',
  ],
  stores: ['migrations', `${PLATFORM}/db`, 'server/demo'],
};

/**
 * Sentence about the content of each room (folder of the plan), printed in docs/start/architecture.md. Key:
 * path of the room.
 */
export const contents: Readonly<Record<string, string>> = {
  shared: 'code of both sides: declarations of endpoints, live events, errors, exact arithmetic, rules',
  migrations: 'the schema, step by step, on both engines',
  [`${PLATFORM}/lib`]: 'semaphore with priorities, keyed mutex, sharing of a request in flight, keyed hash',
  'server/config.ts': 'the environment, read once at the start',
  [`${PLATFORM}/db`]: 'the store: connection, engines, copies, faults; features add tables to the schema',
  [`${PLATFORM}/http`]:
    'mount, guard, problems, idempotency, limits on sizes, arrivals and requests in flight',
  [`${PLATFORM}/audit`]: 'one hash chain per joint: append and verify',
  [`${PLATFORM}/queue`]: 'one leased queue for jobs and mail, one pool of worker processes',
  [`${PLATFORM}/documents`]: 'PDF, Excel, charts, codes',
  [`${PLATFORM}/live`]: 'Socket.IO hub, plain WebSocket, the publisher',
  [`${PLATFORM}/mail`]: 'outbox, sender, transport',
  [`${PLATFORM}/metrics`]: 'metrics for a monitoring system',
  [`${PLATFORM}/sheets`]: 'spreadsheets and CSV as bounded rows, read in a worker',
  [PLATFORM]: 'limits on collections and documents',
  'server/accounts': 'users, passwords, sessions, links',
  'server/properties': 'joints, sectors, units, owners',
  'server/assemblies': 'assemblies: roll, door, questions, votes, results, acta',
  'server/billing': 'months, bills, payments, interest, the ledger and its reports',
  'server/events': 'events and their participants',
  'server/audit': 'the readable audit trail of a joint',
  'server/personal': 'copy and erasure of the personal data of a person',
  'server/search': 'the search over joints, and the page of a unit',
  'server/today': 'tasks of today over all joints of a caller',
  'server/backup': 'copies of the store, the log of commits, restores',
  'server/demo': 'the demonstration of an empty store',
  'server/composition': 'lists of reports, readers and workers of all features',
  'server/features.ts': 'the list of the features with their routes',
  'server/warm-calls.ts': 'votes of an idle server on a scratch store, to compile the code',
  'server/app.ts': 'builds the application',
  'server/start-thread.ts': 'starts the thread of SQLite before the other modules load',
  'server/main.ts': 'reads the configuration, opens the store, listens',
  'client/lib': 'calls, live state, retries, queries',
  'client/ui': 'components without a feature',
  'client/mail': 'the mailbox and the state of messages',
  'client/reports': 'buttons, progress and previews of reports',
  'client/verifier': 'script of the verifying page in an expediente',
  'client/audit': 'the trail, as a table',
  'client/features/accounts': 'sign-in, sessions, passwords, displays',
  'client/features/properties': 'joints, units, owners',
  'client/features/assemblies': 'one room for each screen of an assembly',
  'client/features/billing': 'one room for each screen of billing',
  'client/features/events': 'events and participants',
  'client/backups': 'copies and restores, for the platform',
  'client/home': 'first pages of each profile',
  'client/personal': 'personal data of the people of a joint',
  'client/search': 'the search box, and the page of a unit',
  'client/tutorials': 'tutorials',
  'client/users': 'users, with links to joints and events',
  'client/app': 'shell and menus',
  'client/app-routes.tsx': 'paths of the signed-in pages, with their profiles',
  'client/router.tsx': 'the router, with the pages of links and codes',
  'client/main.tsx': 'the start of the page',
};

/** Top folders of the application: server, client, and code for both. */
export const packages = ['shared', 'server', 'client'] as const;

/** Maximum number of source files in a folder. */
export const MOST_FILES = 25;

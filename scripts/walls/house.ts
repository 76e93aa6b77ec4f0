/**
 * The plan of the house (docs/ARCHITECTURE.md): its rooms, in the order in which they stand on each other. A room is a
 * folder with what is below it, or a single file; where two hold a file, it belongs to the longer name. A file imports
 * from its own room and from rooms of lower storeys. Rooms of one storey do not know each other.
 */
export interface House {
  storeys: readonly (readonly string[])[];
  /** Rooms that others enter by their `index.ts` alone. */
  features: readonly string[];
  /** Rooms that put the whole together: they load any part of a feature. */
  composers: readonly string[];
  /** Rooms whose files may hold SQL, beside every repository. */
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
    ['server/audit'],
    ['server/backup', 'server/demo'],
    ['server/composition'],
    ['server/features.ts'],
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
    ['client/backups', 'client/home', 'client/tutorials', 'client/users'],
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
    'server/app.ts',
    'server/main.ts',
    'client/app-routes.tsx',
    'client/router.tsx',
    'client/main.tsx',
  ],
  stores: ['migrations', `${PLATFORM}/db`, 'server/demo'],
};

/** What a room of the server or the client is built of; the two packages and what both know. */
export const packages = ['shared', 'server', 'client'] as const;

/** Source files that one folder holds at most. */
export const MOST_FILES = 25;

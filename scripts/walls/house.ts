/**
 * Plan of the house (docs/ARCHITECTURE.md): the rooms from the lowest storey to the highest. A room is a folder with
 * everything below, or a single file; the longest matching name decides the room of a file. A file imports from its
 * own room and from rooms of lower storeys. Rooms of one storey do not import from each other.
 */
export interface House {
  storeys: readonly (readonly string[])[];
  /** Rooms with `index.ts` as the only entrance. */
  features: readonly string[];
  /** Rooms above the features, with access to any part of a feature. */
  composers: readonly string[];
  /** Rooms with files that may hold SQL, beside the repositories. */
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

/** Packages: two parts of the application, and their common part. */
export const packages = ['shared', 'server', 'client'] as const;

/** Most source files in one folder. */
export const MOST_FILES = 25;

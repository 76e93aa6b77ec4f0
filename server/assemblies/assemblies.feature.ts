import { assembliesReports } from './assemblies.reports.ts';
import { mountAssemblies } from './meeting/assemblies.routes.ts';

/** Assemblies: their rolls, their doors, their votes and what is kept of them. */
export const assembliesFeature = { mount: mountAssemblies, reports: assembliesReports };

import { propertiesEntries } from './properties.entries.ts';
import { mountProperties } from './properties.routes.ts';

/** Joints, their units and their coefficients. */
export const propertiesFeature = { mount: mountProperties, entries: propertiesEntries };

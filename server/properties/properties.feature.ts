import { mountProperties } from './properties.routes.ts';

/** Joints, their units and their coefficients. */
export const propertiesFeature = { mount: mountProperties };

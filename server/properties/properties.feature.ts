import { mountProperties } from './properties.routes.ts';

/** Feature of joints, with units and coefficients: adds the endpoints. */
export const propertiesFeature = { mount: mountProperties };

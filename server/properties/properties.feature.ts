import { mountProperties } from './properties.routes.ts';

/** Feature for joints, with units and coefficients. */
export const propertiesFeature = { mount: mountProperties };

import type { TSchema } from 'typebox';
import type { Endpoint } from '../../shared/api.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../shared/**/*.api.ts', { eager: true });

/**
 * All endpoints declared in `shared/`. Tests run over the list, so a new endpoint is tested automatically.
 */
export const endpoints: readonly Endpoint[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'id' in value && 'access' in value && 'path' in value;
}

/** Fields of a JSON schema read by tests about all endpoints. */
export interface SchemaShape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: TSchema[];
  properties?: Record<string, TSchema>;
  required?: string[];
  minProperties?: number;
  items?: TSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

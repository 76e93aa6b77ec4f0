import Type from 'typebox';
import { endpoint, everyone, FileAnswer, Nullable } from './api.ts';

export const getHealth = endpoint('getHealth', 'GET /health', {
  priority: 'vital',
  access: everyone,
  summary: 'Answers ok when the store answers',
  description:
    'The store was written to within the last second. Otherwise, or when it has not answered within two seconds, 503 `storeUnavailable` with Retry-After.',
  answer: Type.Object({ status: Type.Literal('ok') }),
});

export const getPublicSettings = endpoint('getPublicSettings', 'GET /public-settings', {
  access: everyone,
  summary: 'Public facts of the installation: support contact, and if mail is configured',
  answer: Type.Object({
    contactEmail: Nullable(Type.String()),
    contactPhone: Nullable(Type.String()),
    /**
     * True if the server can send mail, so that a user with a forgotten password can get a mail for a new password.
     */
    sendsMail: Type.Boolean(),
  }),
});

export const getMetrics = endpoint('getMetrics', 'GET /metrics', {
  priority: 'vital',
  // For monitoring systems, with the token of the configuration.
  access: everyone,
  summary: 'Figures of this process and of the store, as Prometheus reads them',
  description:
    'Needs `Authorization: Bearer` with METRICS_TOKEN: 401 with another token. 404 without METRICS_TOKEN.',
  file: true,
  answer: FileAnswer,
});

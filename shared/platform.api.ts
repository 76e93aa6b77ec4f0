import Type from 'typebox';
import { endpoint, everyone, Nullable } from './api.ts';

export const getHealth = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  access: everyone,
  summary: 'Answers ok when the store answers',
  tag: 'platform',
  status: 200,
  answer: Type.Object({ status: Type.Literal('ok') }),
});

export const getPublicSettings = endpoint({
  id: 'getPublicSettings',
  method: 'GET',
  path: '/public-settings',
  access: everyone,
  summary: 'What every visitor may know of this installation: the support contact of the footer',
  tag: 'platform',
  status: 200,
  answer: Type.Object({ contactEmail: Nullable(Type.String()), contactPhone: Nullable(Type.String()) }),
});

export { isPasswordShort, PASSWORD_RULE } from './password.ts';
export { SessionList } from './session-list.tsx';

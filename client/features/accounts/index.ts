export { isPasswordShort, PASSWORD_RULE } from './password.tsx';
export { SessionList } from './session-list.tsx';

export { isPasswordShort, PASSWORD_RULE } from './password.tsx';
export {
  ByRight,
  type NavPage,
  ownRightsQuery,
  PageNav,
  useHasRight,
  usePagesByRight,
  useWithinRight,
} from './rights.tsx';
export { SessionList } from './session-list.tsx';

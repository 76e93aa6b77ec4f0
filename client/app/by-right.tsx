/** Page of an administrator by a right, as a separate module, because phones of owners need no rights. */
export { ByRight as default } from '../features/accounts/index.ts';

/** The door of assemblies: what other features use of it. */
export { isAnyAssemblyOpen } from './store/assembly.repository.ts';

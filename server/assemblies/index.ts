/** The door of assemblies: what other features use of it. */
export { isAnyAssemblyOpen } from './meeting/assembly.repository.ts';

/** The door of assemblies: what other features use of it. */
export { isAnyAssemblyOpen, isAnyQuestionOpen } from './store/assembly.repository.ts';

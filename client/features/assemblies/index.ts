export { afterQuery } from './after/after.queries.ts';
export { afterLine } from './after/after-words.ts';
export { assembliesQuery } from './meetings/assemblies.queries.ts';
export { AssembliesToday, OtherAssemblies } from './now/assemblies-now.tsx';
export { useAssembliesNow } from './now/now.queries.ts';
export { useOwnUnits } from './own-units.ts';
export { LaterResults } from './results/later-results.tsx';
export { ActaLink } from './signed-acta/acta-link.tsx';
export { useAssemblyJoints } from './use-assembly-joints.ts';

export { afterQuery } from './follow-up/follow-up.queries.ts';
export { afterLine } from './follow-up/words.ts';
export { AssembliesToday, OtherAssemblies } from './home-cards/assemblies-now.tsx';
export { useAssembliesNow } from './home-cards/home-cards.queries.ts';
export { assembliesQuery } from './meetings/assemblies.queries.ts';
export { useOwnUnits } from './properties/own-units.ts';
export { useAssemblyJoints } from './properties/use-assembly-joints.ts';
export { LaterResults } from './results/later-results.tsx';
export { ActaLink } from './signed-acta/acta-link.tsx';

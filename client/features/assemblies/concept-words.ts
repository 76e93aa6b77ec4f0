/** Screens name questions and tell outcomes as paper does. A ballot imports names alone, which its first load has. */
export * from '../../../shared/assemblies/concept-names.ts';
export * from '../../../shared/assemblies/concept-words.ts';

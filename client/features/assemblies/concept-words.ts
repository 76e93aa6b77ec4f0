/** Screens name questions and tell outcomes as paper does. */
export * from '../../../shared/assemblies/concept-words.ts';

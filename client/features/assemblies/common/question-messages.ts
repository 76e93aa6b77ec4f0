/**
 * Names and outcome texts of questions, shared with the reports. The voting page imports only the names, to stay
 * small.
 */
export * from '../../../../shared/assemblies/concept-names.ts';
export * from '../../../../shared/assemblies/concept-words.ts';

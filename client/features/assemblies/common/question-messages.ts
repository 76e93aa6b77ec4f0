/** Names and outcomes of questions, shared with reports. The voting page imports only the names, to stay light. */
export * from '../../../../shared/assemblies/concept-names.ts';
export * from '../../../../shared/assemblies/concept-words.ts';

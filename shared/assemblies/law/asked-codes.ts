/**
 * Codes of the refusals open to confirmation by a person: the same request with the code in `wentOn` passes.
 * Example: 'openingEarly', an assembly opened before the announced day.
 */
export const askedCodes = ['openingEarly', 'kindAfterVote', 'agendaAfterVote'] as const;
/** Code of a refusal open to confirmation by a person: a value of `askedCodes`. */
export type AskedCode = (typeof askedCodes)[number];

/** Codes of refusals that a person may confirm: the same call with the code in `wentOn` passes. */
export const askedCodes = ['openingEarly', 'kindAfterVote', 'agendaAfterVote'] as const;
/** Code of a refusal open to confirmation by a person: a value of `askedCodes`. */
export type AskedCode = (typeof askedCodes)[number];

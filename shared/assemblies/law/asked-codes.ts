/** Codes of refusals that a person may confirm: the same call with the code in `wentOn` passes. */
export const askedCodes = ['openingEarly', 'kindAfterVote', 'agendaAfterVote'] as const;
export type AskedCode = (typeof askedCodes)[number];

/** Questions of the server before an action; the same call with the code in `wentOn` passes. */
export const askedCodes = ['openingEarly', 'kindAfterVote', 'agendaAfterVote'] as const;
export type AskedCode = (typeof askedCodes)[number];

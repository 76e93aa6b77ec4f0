/**
 * True if the server compiles code before the first calls. Only tests set the variable: warming takes two seconds of
 * a processor, and tests start hundreds of servers, each for few calls.
 */
export const warms = process.env.SCAF_WARM !== 'no';

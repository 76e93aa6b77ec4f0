/**
 * True if a server compiles code in advance, before the first requests ('warming'). Only tests set the
 * variable SCAF_WARM to 'no': warming takes two seconds of a processor, and tests start hundreds of
 * servers.
 */
export const warms = process.env.SCAF_WARM !== 'no';

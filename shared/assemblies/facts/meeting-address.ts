/** True if the number of a video meeting is a whole address of any platform, in place of a number of Zoom. */
export const isMeetingAddress = (zoomId: string): boolean => zoomId.startsWith('https://');

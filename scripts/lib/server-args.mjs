/**
 * Arguments of Node.js for the server: 32 MB for young objects. With the default 16 MB the collector runs several
 * times a second while a hall votes, and copies the pending requests each time: a quarter of a vote's processor time
 * (`npm run bench -- votes`).
 */
export const SERVER_ARGS = ['--max-semi-space-size=32'];

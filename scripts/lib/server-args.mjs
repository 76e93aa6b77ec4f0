/**
 * Arguments of Node.js for the server: 32 MB of memory for new objects. With the default of 16 MB, garbage
 * collection runs several times a second while a hall votes, and each time copies the pending requests: a quarter
 * of a vote's processor time (`npm run bench -- votes`).
 */
export const SERVER_ARGS = ['--max-semi-space-size=32'];

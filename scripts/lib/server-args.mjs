/**
 * What Node.js is told for the server, however it is started: room for 32 MB of young objects. With its own 16 MB it
 * collects several times a second while a hall votes, and each time copies the requests that are under way; a quarter of a
 * vote's processor time was that (`npm run bench -- votes`).
 */
export const SERVER_ARGS = ['--max-semi-space-size=32'];

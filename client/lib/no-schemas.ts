/**
 * Empty schema in place of every typebox schema in the client's bundle (vite.config.ts), because only the server
 * validates with the schemas of `shared/`.
 */
const emptySchema = { properties: {} };

export default new Proxy({}, { get: () => () => emptySchema });

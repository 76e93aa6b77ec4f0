/**
 * Entry of `node build/server/main.js`: runs the bundled server with the code compiled by V8 at the build. Compiling
 * takes half of a start. V8 refuses code of another version or of other arguments (the number in the file's name is a
 * hash of both), and then compiles the source.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { cachedDataVersionTag } = require('node:v8');
const { Script } = require('node:vm');

const filename = join(__dirname, 'server.js');
const script = new Script(Module.wrap(readFileSync(filename, 'utf8')), {
  filename,
  cachedData: compiled(join(__dirname, `server-${cachedDataVersionTag()}.cache`)),
});

// Registers the bundle like a required module, for parts loaded later.
const server = new Module(filename, module);
server.filename = filename;
require.cache[filename] = server;
script.runInThisContext()(server.exports, Module.createRequire(filename), server, filename, __dirname);

/** Used by scripts/lib/code-cache.mjs. */
module.exports = script;

function compiled(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

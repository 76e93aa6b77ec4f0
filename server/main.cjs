/**
 * What `node build/server/main.js` runs: the bundled server, with the code that V8 compiled for it when it was built.
 * Compiling takes half of a start. V8 refuses code of another version or of other arguments (the number in the file's name
 * is of both); then the source is compiled as ever.
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

// Found by the parts that are loaded later, as if it had been required.
const server = new Module(filename, module);
server.filename = filename;
require.cache[filename] = server;
script.runInThisContext()(server.exports, Module.createRequire(filename), server, filename, __dirname);

/** For scripts/lib/code-cache.mjs. */
module.exports = script;

function compiled(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/*
 * Which Node.js this project runs on. This file and those that import it first keep to the syntax and
 * the modules of very old versions: only so can an old one read the sentence that says it is too old.
 */

/** The versions that the client's builder runs on too: 20.19, 22.12 and whatever came later. */
export function isGoodNode(version) {
  var parts = version.split('.');
  var major = Number(parts[0]);
  var minor = Number(parts[1]);
  if (major === 20) return minor >= 19;
  if (major === 22) return minor >= 12;
  return major > 22;
}

/** Ends the process with one sentence when the version will not do. */
export function demandGoodNode(sentence) {
  if (isGoodNode(process.versions.node)) return true;
  console.error(sentence.replace('{version}', process.versions.node));
  process.exitCode = 1;
  return false;
}

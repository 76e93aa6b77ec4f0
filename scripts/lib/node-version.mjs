/*
 * Versions of Node.js for the project. The file and the importers use only syntax and modules of very old
 * versions, because an old Node.js must print the sentence about the version.
 */

/** True for a version of Node.js that is new enough, also for the client's builder: 20.19, 22.12 and later. */
export function isGoodNode(version) {
  var parts = version.split('.');
  var major = Number(parts[0]);
  var minor = Number(parts[1]);
  if (major === 20) return minor >= 19;
  if (major === 22) return minor >= 12;
  return major > 22;
}

/** Ends the process with a message if the version of Node.js is too old. */
export function demandGoodNode(sentence) {
  if (isGoodNode(process.versions.node)) return true;
  console.error(sentence.replace('{version}', process.versions.node));
  process.exitCode = 1;
  return false;
}

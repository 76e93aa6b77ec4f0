/** Prepares a checkout: installs missing packages and builds after changes. */
import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { ROOT } from './processes.mjs';
import { text } from './texts.mjs';

/**
 * Installs and builds if needed. A second process waits for the first.
 * @param language language of the printed lines: 'es' or 'en'
 */
export async function prepare(language) {
  if (isInstalled(ROOT) && isBuilt(ROOT)) return;
  await withLock(
    ROOT,
    () => console.log(text('waiting', language)),
    async () => {
      // Checked again: the previous holder of the lock may have installed.
      if (!isInstalled(ROOT)) {
        console.log(text('installing', language));
        await install(ROOT);
      }
      if (!isBuilt(ROOT)) {
        console.log(text('building', language));
        await build(ROOT);
      }
    },
  );
}

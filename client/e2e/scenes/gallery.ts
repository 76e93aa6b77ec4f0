/** Page with all components, absent from builds: served by the development server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

export interface Gallery {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a development server with the component gallery (test page with every component).
 * @param api address of a server for the few API requests of the page
 */
export async function openGallery(api: string): Promise<Gallery> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'scaf-gallery-'));
  const vite = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    root: join(ROOT, 'client'),
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, proxy: { '/SCAF': { target: api } } },
  });
  await vite.listen();
  const address = vite.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('The page of the components has no address.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      await vite.close();
      rmSync(cacheDir, { recursive: true, force: true });
    },
  };
}

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Sonner puts its stylesheet in the page as an inline <style>, which our Content-Security-Policy refuses.
 * The same rules are imported as a file (client/ui/toast.tsx), so the call that inserts them is taken out.
 */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'scaf:sonner-without-inline-style',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/sonner/dist/')) return null;
      return { code: code.replace(/^__insertCSS\(".*"\);$/m, ''), map: null };
    },
  };
}

/**
 * React Aria carries its words in some thirty languages, half of a page's weight. Spanish stays, and English,
 * which it falls back on; a locale without words is left out by its dictionaries.
 */
function onlySpanish(): Plugin {
  const words = /\/react-(aria|stately|aria-components)\/dist\/private\/intl\/.*\/?([a-z]{2}-[A-Z]{2})\.mjs$/;
  return {
    name: 'scaf:only-spanish',
    enforce: 'pre',
    load(id) {
      const locale = words.exec(id)?.[2];
      if (locale === undefined || locale === 'es-ES' || locale === 'en-US') return null;
      return 'export default undefined;';
    },
  };
}

export default defineConfig({
  root: 'client',
  plugins: [react(), sonnerWithoutInlineStyle(), onlySpanish()],
  resolve: {
    alias: {
      // The browser uses of an endpoint only its method and path: the schemas, and the library that makes
      // them (a sixth of the first load), stay on the server.
      typebox: fileURLToPath(new URL('./client/lib/no-schemas.ts', import.meta.url)),
    },
  },
  // Pre-bundling would skip the transform above.
  optimizeDeps: { exclude: ['sonner'] },
  build: {
    outDir: '../build/client',
    emptyOutDir: true,
    // Chrome 109 is the last one for Windows 7, which the assemblies still meet.
    target: 'chrome109',
    // The polyfill would be an inline script; every browser we serve preloads modules by itself.
    modulePreload: { polyfill: false },
    // Files instead of data: addresses, so that the policy need not allow them for scripts or styles.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/SCAF': { target: 'http://localhost:3000', ws: true } },
  },
});

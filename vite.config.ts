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

export default defineConfig({
  root: 'client',
  plugins: [react(), sonnerWithoutInlineStyle()],
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

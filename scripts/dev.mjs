/** Script of `npm run dev`: runs the server with a restart after every change, behind the page server of Vite. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, isInstalled } from './lib/install.mjs';
import { ROOT, toolOf } from './lib/processes.mjs';
import { sentenceOf, text } from './lib/texts.mjs';

try {
  if (!isInstalled(ROOT)) {
    console.log(text('installing', 'en'));
    await install(ROOT);
  }
  // From here on: the installation may have brought the tools.
  const { makeVerifierPage } = await import('./lib/verifier-page.mjs');
  await makeVerifierPage(ROOT, join(ROOT, 'server', 'assemblies', 'evidence', 'verifiers'));
  const children = [
    [...toolOf(ROOT, 'tsx'), 'watch', '--clear-screen=false', 'server/main.ts'],
    [...toolOf(ROOT, 'vite'), '--clearScreen', 'false'],
  ].map(([program, ...args]) => spawn(program, args, { cwd: ROOT, stdio: 'inherit' }));
  const endAll = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  // Ctrl+C in a terminal reaches every process; a signal by hand reaches only this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
  for (const child of children) {
    child.once('exit', (code) => {
      process.exitCode ||= code ?? 0;
      endAll();
    });
  }
} catch (error) {
  console.error(sentenceOf(error, 'en'));
  process.exitCode = 1;
}

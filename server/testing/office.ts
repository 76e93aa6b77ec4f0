/** Opens office documents as a person does, with LibreOffice, which knows nothing of what wrote them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, installByApt } from './apt.ts';

const office = (): string | undefined => findProgram('soffice', 'libreoffice');

/** @returns why it cannot be had; null when it is there. */
export function findOrInstallOffice(): string | null {
  if (office() !== undefined) return null;
  try {
    installByApt('libreoffice-writer-nogui', 'libreoffice-calc-nogui');
  } catch (error) {
    return `LibreOffice could not be installed. ${error instanceof Error ? error.message : error}`;
  }
  return office() === undefined ? 'LibreOffice is missing and only root can install it.' : null;
}

/** Whether office documents can be opened on this machine. */
export const canOpenOffice = office() !== undefined;

/** Converts a document, `from` and `to` being endings such as docx, pdf or csv. */
export function convertByOffice(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const program = office();
  if (program === undefined) throw new Error('no LibreOffice');
  const folder = mkdtempSync(join(tmpdir(), 'scaf-office-'));
  try {
    const file = join(folder, `document.${from}`);
    writeFileSync(file, bytes);
    // A profile of its own: two of them may run at once.
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const what = ['--headless', '--convert-to', to, '--outdir', join(folder, 'out'), file];
    execFileSync(program, [profile, ...what], { stdio: 'ignore', timeout: 120_000 });
    return readFileSync(join(folder, 'out', `document.${to}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

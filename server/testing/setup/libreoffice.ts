/** LibreOffice for tests: opens office documents independently of the code under test. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, installByApt } from './apt.ts';

const office = (): string | undefined => findProgram('soffice', 'libreoffice');

/**
 * Finds LibreOffice, or installs LibreOffice if possible.
 * @returns the reason if LibreOffice is missing and cannot be installed, else null
 */
export function findOrInstallOffice(): string | null {
  if (office() !== undefined) return null;
  try {
    installByApt('libreoffice-writer-nogui', 'libreoffice-calc-nogui');
  } catch (error) {
    return `LibreOffice could not be installed. ${error instanceof Error ? error.message : error}`;
  }
  return office() === undefined ? 'LibreOffice is missing and only root can install it.' : null;
}

/** True if LibreOffice is installed: tests can open office documents. */
export const canOpenOffice = office() !== undefined;

/**
 * Settings of a LibreOffice profile. LibreOffice tests its graphics for five seconds if the profile was last used
 * by an older version, so the profile claims a newer version.
 */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/Product">
<prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>99.0</value></prop>
</item>
</oor:items>
`;

/** Converts a document with LibreOffice. `from` and `to` are file endings, for example docx, pdf or csv. */
export function convertByOffice(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return convertAllByOffice([bytes], from, to)[0] ?? new Uint8Array();
}

/** Converts several documents in a single run of LibreOffice, little slower than a single document. */
export function convertAllByOffice(files: readonly Uint8Array[], from: string, to: string): Uint8Array[] {
  const program = office();
  if (program === undefined) throw new Error('no LibreOffice');
  const folder = mkdtempSync(join(tmpdir(), 'scaf-office-'));
  try {
    const paths = files.map((bytes, i) => {
      const path = join(folder, `${i}.${from}`);
      writeFileSync(path, bytes);
      return path;
    });
    // Separate profile, so that two conversions may run at once.
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    mkdirSync(join(folder, 'profile', 'user'), { recursive: true });
    writeFileSync(join(folder, 'profile', 'user', 'registrymodifications.xcu'), SETTINGS);
    const what = ['--headless', '--convert-to', to, '--outdir', join(folder, 'out'), ...paths];
    execFileSync(program, [profile, ...what], { stdio: 'ignore', timeout: 170_000 });
    return files.map((_, i) => readFileSync(join(folder, 'out', `${i}.${to}`)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Vitest global setup for print tests. Installs the tools first, since an installation may exceed a test's time
 * limit.
 */
import { findOrInstallOffice } from './libreoffice.ts';
import { findOrInstallPrintTools } from './print.ts';

export default function setup(): void {
  const missing = findOrInstallPrintTools();
  if (missing !== null) console.warn(`Codes on paper are not looked at: ${missing}`);
  const office = findOrInstallOffice();
  if (office !== null) console.warn(`Office documents are not opened: ${office}`);
}

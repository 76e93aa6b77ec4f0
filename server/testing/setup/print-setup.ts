/** Vitest's global setup for what is printed: gets the tools that look at it, which takes longer than a test may. */
import { findOrInstallOffice } from './libreoffice.ts';
import { findOrInstallPrintTools } from './print.ts';

export default function setup(): void {
  const missing = findOrInstallPrintTools();
  if (missing !== null) console.warn(`Codes on paper are not looked at: ${missing}`);
  const office = findOrInstallOffice();
  if (office !== null) console.warn(`Office documents are not opened: ${office}`);
}

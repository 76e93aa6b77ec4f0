/** A program: gets what the setups of servers' and browsers' tests look for, as early as somebody runs it. */
import { findOrInstallBrowser } from './browser.ts';
import { findOrInstallOffice } from './libreoffice.ts';
import { findOrInstallPrintTools } from './print.ts';

findOrInstallPrintTools();
findOrInstallOffice();
await findOrInstallBrowser();

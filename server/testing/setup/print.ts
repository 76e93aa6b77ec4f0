/** Renders a PDF with poppler and reads the printed codes with two independent readers. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { findProgram, installByApt } from './apt.ts';

// Asynchronous: the application in this thread refuses calls if the thread is blocked for seconds.
const exec = promisify(execFile);

const hasTools = (): boolean => Boolean(findProgram('pdftoppm') && findProgram('zbarimg'));

/**
 * Finds the programs for rendering and reading documents, or installs the programs if possible.
 * @returns the reason if programs are missing and cannot be installed, else null
 */
export function findOrInstallPrintTools(): string | null {
  if (hasTools()) return null;
  try {
    installByApt('poppler-utils', 'zbar-tools');
  } catch (error) {
    return `poppler-utils and zbar-tools could not be installed. ${error instanceof Error ? error.message : error}`;
  }
  return hasTools() ? null : 'poppler-utils and zbar-tools are missing and only root can install them.';
}

/**
 * True if the programs to render and read PDF documents are installed; otherwise tests of paper are
 * skipped.
 */
export const canLookAtPrint = hasTools();

/**
 * Texts of the QR codes and bar codes on a page, read by two programs (ZBar and ZXing). Each as 'QR text'
 * or 'BARS text', sorted.
 */
export interface PageCodes {
  zbar: string[];
  zxing: string[];
}

/**
 * Reads the QR codes and bar codes on all pages of a PDF, rendered at a resolution in dots per inch. The
 * default is low, like a poor printer.
 */
export async function readPrinted(pdf: Uint8Array, dpi = 150): Promise<PageCodes[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-print-'));
  try {
    const file = join(folder, 'print.pdf');
    writeFileSync(file, pdf);
    await exec('pdftoppm', ['-r', String(dpi), '-gray', '-png', file, join(folder, 'page')]);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'));
    const codes: PageCodes[] = [];
    // pdftoppm pads page numbers, so names sort in page order.
    for (const page of pages.sort()) {
      const image = join(folder, page);
      codes.push({ zbar: await readByZbar(image), zxing: await readByZxing(image) });
    }
    return codes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the text of a PDF, page by page. */
export function textOfPdf(pdf: Uint8Array): string[] {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return text.split('\f').slice(0, -1);
}

/** Returns the text of a PDF in drawing order: cell by cell in a table. */
export function drawnText(pdf: Uint8Array): string {
  return execFileSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' });
}

/** Page of a PDF with words and positions, in points from the upper left corner. */
export interface PrintedPage {
  width: number;
  height: number;
  words: { text: string; left: number; top: number; right: number; bottom: number }[];
}

/** Returns the words of a PDF with boxes, by page. */
export function wordsOfPdf(pdf: Uint8Array): PrintedPage[] {
  const html = execFileSync('pdftotext', ['-bbox', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return [...html.matchAll(/<page width="([\d.]+)" height="([\d.]+)">([\s\S]*?)<\/page>/g)].map(
    ([, width, height, words]) => ({
      width: Number(width),
      height: Number(height),
      words: [...(words ?? '').matchAll(WORD)].map(([, left, top, right, bottom, text]) => ({
        text: (text ?? '').replace(/&(amp|lt|gt|quot);/g, (_, sign: keyof typeof SIGNS) => SIGNS[sign]),
        left: Number(left),
        top: Number(top),
        right: Number(right),
        bottom: Number(bottom),
      })),
    }),
  );
}

const WORD = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)<\/word>/g;
const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"' } as const;

const ZBAR = { 'QR-Code': 'QR', 'CODE-128': 'BARS' } as const;
const ZXING = { QRCode: 'QR', Code128: 'BARS' } as const;

/** Exit code of the program zbarimg for a picture without a code. */
const NOTHING_FOUND = 4;

async function readByZbar(image: string): Promise<string[]> {
  // Ignores warnings about the environment, for example a missing D-Bus.
  const { stdout } = await exec('zbarimg', ['--quiet', image]).catch((error: { code?: unknown }) => {
    if (error.code === NOTHING_FOUND) return { stdout: '' };
    throw error;
  });
  const found = stdout.trimEnd().split('\n');
  return found
    .filter((line) => line !== '')
    .map((line) => line.replace(/^(QR-Code|CODE-128):/, (_, kind: keyof typeof ZBAR) => `${ZBAR[kind]} `))
    .sort();
}

let isZxingReady = false;

/**
 * Loads the WebAssembly file of zxing from the package, since the default is a download. Only once, since each call
 * compiles again.
 */
function prepareZxing(): void {
  if (isZxingReady) return;
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
  isZxingReady = true;
}

async function readByZxing(image: string): Promise<string[]> {
  prepareZxing();
  const found = await readBarcodes(Uint8Array.from(readFileSync(image)), {
    formats: ['QRCode', 'Code128'],
    tryHarder: true,
    maxNumberOfSymbols: 255,
  });
  return found.map(({ format, text }) => `${ZXING[format as keyof typeof ZXING] ?? format} ${text}`).sort();
}

/**
 * Test of `verificar.html` for the recipient of an expediente (evidence file): a local page in a browser, without
 * network.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, randomCase } from '../../server/assemblies/evidence/expediente.fixture.ts';
import { filesOfCase } from '../../server/assemblies/evidence/expediente.ts';
import { headSignerOf, sha256 } from '../../server/platform/audit/signing.ts';
import { zipOf } from '../../server/platform/lib/zip.ts';
import { utf8 } from '../../shared/evidence/bytes.ts';
import { inclusionPath, leafHash } from '../../shared/evidence/merkle.ts';
import { pathText } from '../../shared/evidence/own-proof.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';

const verifiers = new URL('../../server/assemblies/evidence/verifiers/', import.meta.url);
const signer = headSignerOf('secreto de la prueba', 'https://scaf.ejemplo.co');

describe('the verifying page of an expediente', () => {
  const tmp = mkdtempSync(join(tmpdir(), 'scaf-verificar-'));
  let browser: Browser;
  let page: Page;
  const requestUrls: string[] = [];
  beforeAll(async () => {
    browser = await sharedBrowser();
    const context = await browser.newContext({ locale: 'es-CO', viewport: { width: 360, height: 740 } });
    await context.setOffline(true);
    page = await context.newPage();
    page.on('request', (request) => requestUrls.push(request.url()));
    page.on('pageerror', (error) => requestUrls.push(`error: ${error.message}`));
  });
  afterAll(async () => {
    await closeContexts(browser);
    rmSync(tmp, { recursive: true, force: true });
  });

  const made = randomCase(7, signer);
  const files = filesOfCase(made);
  const closing = made.closings.find(({ size }) => size > 1) ?? made.closings[0];
  const changed = (path: string, change: (text: string) => string) =>
    new Map(files).set(path, utf8(change(new TextDecoder().decode(files.get(path)))));

  /**
   * Opens a file in the verifier page and returns the result texts. `outside`: log head from another source, ''
   * without.
   */
  async function pageTexts(path: string, outside: string) {
    await page.goto(new URL('verificar.html', verifiers).href);
    await page.setInputFiles('#file', path);
    await page.locator('#answer .verdict').first().waitFor();
    if (outside !== '') {
      await page.click('summary');
      await page.fill('#outside', outside);
      await page.locator('#outside').blur();
      await page
        .getByText(/Concuerda|NO CUADRA/)
        .first()
        .waitFor();
    }
    const texts = (selector: string) => page.locator(`#answer ${selector}`).allTextContents();
    return {
      verdict: (await texts('.verdict')).join(),
      faults: await texts('.faults li'),
      about: [...(await texts('.joint')), ...(await texts('.assembly'))],
      closings: await texts('.closing'),
      proof: await texts('.proof'),
    };
  }

  /**
   * Result lines of the script `verificar.py` for the same file. The script names an option instead of the page's
   * field.
   */
  function printed(path: string, outside: string): string[] {
    const head = join(tmp, 'cabeza.txt');
    writeFileSync(head, outside);
    const script = fileURLToPath(new URL('verificar.py', verifiers));
    const headArguments = outside === '' ? [] : ['--cabeza', head];
    const { stdout } = spawnSync('python3', [script, path, ...headArguments], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' },
    });
    return stdout.replaceAll(' (--cabeza)', '').trim().split('\n');
  }

  async function agreed(name: string, files: ReadonlyMap<string, Uint8Array>, outside = '') {
    const path = join(tmp, `${name}.zip`);
    writeFileSync(path, await zipOf(files));
    const texts = await pageTexts(path, outside);
    if (!hasPython) return texts;
    const [first = '', ...rest] = printed(path, outside);
    const lines = rest.filter((line) => line.startsWith('Votación '));
    const [gone, facts] = [true, false].map((isGone) =>
      lines.filter((line) => line.includes(': se eliminó el ') === isGone),
    ) as [string[], string[]];
    if (first.startsWith('NO CUADRA')) expect(texts.faults).toEqual([first, ...rest]);
    else
      expect([texts.verdict, ...texts.proof]).toEqual([
        first,
        ...rest.slice(lines.length === 0 ? 0 : 1 + lines.length),
      ]);
    // The page shows a deletion beside the closings of the question.
    for (const line of gone) {
      const [, number = '', author = ''] = /^Votación (\d+): se eliminó el .*?, por (.*)\.$/.exec(line) ?? [];
      const shown = texts.closings.filter((text) => text.startsWith(`Votación ${number},`));
      expect(shown.some((text) => text.includes('La pregunta se eliminó el ') && text.includes(author))).toBe(
        true,
      );
    }
    // Each closing of the script, in the same order, with the same question, verdict and units.
    expect(texts.closings).toHaveLength(facts.length);
    for (const [i, fact] of facts.entries()) {
      const [, number, question, verdict, sums = ''] =
        /^Votación (\d+), cierre de [^«]*«(.*?)»\. (.*?)\. («.*)\.$/.exec(fact) ?? [];
      expect(texts.closings[i]).toContain(`Votación ${number}, cierre del `);
      expect(texts.closings[i]).toContain(`${question}${verdict}`);
      for (const [, answer, units, whole] of sums.matchAll(/«(.*?)» (\d+) inmuebles, (\d+,\d{4})/g))
        expect(texts.closings[i]).toContain(`${answer}${units}${whole}`);
    }
    return texts;
  }

  it('the page confirms an intact expediente, alone and with a stored head', async () => {
    expect((await agreed('bien', files)).verdict).toMatch(/^TODO CUADRA/);
    const { verdict, about, proof, closings } = await agreed('bien', files, made.heads[0]?.note);
    expect(verdict).toMatch(/^TODO CUADRA/);
    expect(about).toEqual([
      'Prueba',
      expect.stringMatching(/^Asamblea ordinaria, 25 de noviembre de 2026\. Inmuebles en el censo: \d+\.$/),
    ]);
    expect(proof).toContain('Concuerda con la cabeza que usted trae.');
    expect(closings).toHaveLength(made.closings.length);
    expect(proof.at(-1)).toMatch(/^Este programa no revisó: /);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
  });

  it('the page names changes like the script', async () => {
    const votes = `votos/${closing?.jointId}-${closing?.conceptId}-${closing?.seq}.jsonl`;
    const vote = await agreed(
      'voto',
      changed(votes, (text) => text.replace(/,"(Si|No|Blanco)",/, ',"Otra",')),
    );
    expect(vote.faults.join('\n')).toContain(`NO CUADRA: El archivo ${votes}`);
    const roll = await agreed(
      'censo',
      changed('censo.jsonl', (text) => text.replace('DUEÑO', 'OTRO')),
    );
    expect(roll.faults).toContain('NO CUADRA: El censo no es el de la apertura.');
    const other = randomCase(8, signer).heads[0]?.note;
    expect((await agreed('ajena', files, other)).faults.join()).toContain('muestra otra historia');
    const cut = join(tmp, 'cortado.zip');
    writeFileSync(cut, (await zipOf(files)).subarray(0, 2000));
    expect((await pageTexts(cut, '')).faults.join()).toContain('NO CUADRA');
  });

  it("the page checks an owner's own pack and names a vote that was not counted", async () => {
    const hashes = (closing?.lines ?? []).map((line) => leafHash(sha256, utf8(line)));
    const head = made.heads.find(({ note }) => note.includes(` ${closing?.seq} `));
    const proof = {
      scaf: 'prueba/1',
      voto: closing?.lines[0],
      lugar: 0,
      camino: pathText(inclusionPath(sha256, hashes, 0)),
      cabeza: head?.note,
    };
    const pack = (one: object) =>
      new Map([
        ['prueba.json', utf8(JSON.stringify(one))],
        ['llave.txt', utf8(`${head?.key}\n`)],
      ]);
    expect((await agreed('propia', pack(proof), head?.note)).verdict).toMatch(/^EL VOTO SE CONTÓ/);
    const another = { ...proof, voto: String(closing?.lines[0]).replace('DUEÑO', 'OTRO') };
    expect((await agreed('otra', pack(another))).faults).toEqual([
      'NO CUADRA: El voto no está entre los que se contaron en ese cierre.',
    ]);
  });

  it('the page identifies a wrong file and passes axe', async () => {
    const paper = join(tmp, 'acta.pdf');
    writeFileSync(paper, '%PDF-1.7 acta');
    expect((await pageTexts(paper, '')).verdict).toBe('No es un expediente ni una prueba: es un PDF.');
    await page.click('summary');
    // The page's policy blocks other scripts; the test adds axe past the policy.
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
    const found = await page.evaluate(() => Reflect.get(window, 'axe').run());
    expect(found.violations.map(({ id }: { id: string }) => id)).toEqual([]);
  });

  it('the page sent no network request', () => {
    expect(requestUrls.filter((url) => !url.startsWith('file:'))).toEqual([]);
  });
});

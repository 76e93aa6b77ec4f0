/**
 * Entry script of the page `verificar.html` (docs/why/evidence.md), a single file built with the product and usable
 * without network.
 */
import { utf8 } from '../../shared/evidence/bytes.ts';
import { checkCase } from './check-case.ts';
import { checkOwnPack } from './own-pack.ts';
import { checkPromise } from './promise.ts';
import { checkStamps } from './stamps.ts';
import { unzip } from './unzip.ts';
import { type CheckReport, type ClosingShown, refusedReport, verify } from './verify.ts';

/** Functions of the verifier page, exposed for tests without a document. */
const parts = { checkCase, checkOwnPack, checkPromise, checkStamps, verify, unzip };
/** Functions of the verifier page, called by tests. */
export type VerifierParts = typeof parts;

if (typeof document === 'undefined') Object.assign(globalThis, { verificar: parts });
else listen();

function field(id: string): HTMLInputElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(id);
  return found as HTMLInputElement;
}

function listen(): void {
  const whole = (id: string) => {
    const text = field(id).value.replaceAll('\r', '').trim();
    return text === '' ? '' : `${text}\n`;
  };
  const go = async () => {
    const file = field('file').files?.[0];
    const typed = field('proof').value.trim();
    if (file === undefined && typed === '') return;
    field('answer').textContent = 'Revisando…';
    const bytes = file ? new Uint8Array(await file.arrayBuffer()) : Uint8Array.from(utf8(typed));
    const typedFields = { outside: whole('outside'), key: field('key').value.trim() };
    show(await verify(bytes, { ...typedFields, promise: field('promise').value.trim() }).catch(unread));
  };
  field('go').addEventListener('click', go);
  for (const id of ['file', 'outside', 'promise', 'key', 'proof']) field(id).addEventListener('change', go);
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const files = event.dataTransfer?.files;
    if (files === undefined || files.length === 0) return;
    field('file').files = files;
    void go();
  });
}

const unread = () => refusedReport('NO CUADRA: el archivo no se puede leer.');

type Child = Node | string;
function element(tag: string, className: string, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

function show({ isGood, about, verdict, faults, closings, proof }: CheckReport): void {
  field('answer').replaceChildren(
    ...(about === null
      ? []
      : [element('h2', 'joint', about.joint), element('p', 'assembly', about.assembly)]),
    element('p', isGood ? 'verdict' : 'verdict wrong', verdict),
    element('ul', 'faults', ...faults.map((text) => element('li', '', text))),
    ...(closings.length === 0 ? [] : [element('h2', '', 'Lo que se votó')]),
    ...closings.map(closingElement),
    ...(proof.length === 0
      ? []
      : [element('h2', '', 'La prueba'), ...proof.map((text) => element('p', 'proof', text))]),
  );
}

function closingElement({ heading, question, verdict, isOutdated, answers, notes }: ClosingShown) {
  const cells = (tag: string, ...texts: string[]) =>
    element('tr', '', ...texts.map((text) => element(tag, '', text)));
  const table = element(
    'table',
    '',
    element('thead', '', cells('th', 'Respuesta', 'Inmuebles', 'Coeficiente')),
    element(
      'tbody',
      '',
      ...answers.map(({ text, units, weight }) => cells('td', text, String(units), weight)),
    ),
  );
  return element(
    'section',
    'closing',
    element('p', 'when', heading),
    element('h3', '', question),
    element('p', 'outcome', verdict),
    ...(isOutdated
      ? [
          element(
            'p',
            '',
            'La votación se abrió de nuevo después de este cierre: lo que decidió está más abajo.',
          ),
        ]
      : []),
    table,
    ...notes.map((note) => element('p', '', note)),
  );
}

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type ActaBlock, HANDWRITTEN } from '../../../../shared/assemblies/signed-acta/acta.api.ts';
import { ActaBlocks } from './acta-blocks.tsx';

const columns = [
  { header: 'Inmueble', share: 1 },
  { header: 'Coeficiente', share: 1, isNumber: true as const },
];
const blocks: ActaBlock[] = [
  { kind: 'notice', text: 'aviso' },
  { kind: 'heading', level: 1, text: 'titulo' },
  { kind: 'heading', level: 3, text: 'subtitulo' },
  { kind: 'paragraph', lead: 'entrada:', text: 'frase' },
  { kind: 'list', items: [{ mark: '1.', text: 'punto', below: ['detalle', 'otro'] }] },
  {
    kind: 'facts',
    rows: [
      { name: 'lugar', value: null },
      { name: 'clase', value: 'ordinaria' },
    ],
  },
  {
    kind: 'table',
    columns,
    rows: Array.from({ length: 250 }, (_, i) => [`u${i}x`, `${i},5`]),
    total: ['suma', '99,9'],
  },
  { kind: 'qr', code: 'texto', alt: 'codigo', rows: ['10', '01'] },
  { kind: 'blank', name: 'constancias', hint: 'escriba', lines: 3 },
  {
    kind: 'signatures',
    signers: [
      { name: null, role: 'presidente' },
      { name: 'ana', role: 'secretaria' },
    ],
  },
];

it('renders the text of every kind of block, table headers and heading levels', () => {
  const html = renderToStaticMarkup(<ActaBlocks blocks={blocks} />);
  const text = html.replace(/<[^>]+>/g, '\n');
  const words = [
    ...[
      'aviso',
      'titulo',
      'subtitulo',
      'entrada:',
      'frase',
      'punto',
      'detalle',
      'otro',
      'lugar',
      HANDWRITTEN,
    ],
    ...['ordinaria', 'Coeficiente', 'u0x', 'u249x', '249,5', 'suma', '99,9', 'codigo', 'constancias'],
    ...['escriba', 'presidente', 'ana'],
  ];
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
  expect(html.match(/<th scope="col"/g)).toHaveLength(2);
  expect(html.match(/<th scope="row"/g)).toHaveLength(250);
  expect(html).toMatch(/<h2[^>]*>titulo<\/h2><h4[^>]*>subtitulo/);
});

import type { Power } from '../../../shared/assemblies/powers/powers.api.ts';
import { coefficient, count, sentence } from '../../../shared/format.ts';
import {
  checkerOf,
  checkersWords,
  powerStateWords,
  powersCounted,
  representedBy,
} from '../powers/sentences.ts';
import { type Block, bullets, heading, ledParagraph, paragraph } from './acta.ts';
import type { ActaFacts } from './acta-facts.ts';
import { dayAndHour, weightWords } from './words.ts';

const ANNEX = 'Anexo: lista de poderes';

/**
 * Section of the acta about powers of attorney: number and coefficient of the represented units, and the checkers
 * of the papers. The list of powers is an annex.
 */
export function powersBlocks({ powers }: ActaFacts): Block[] {
  if (powers.length === 0) return [];
  const used = powers.filter(({ units }) => units.some(({ isRegistered }) => isRegistered));
  const sum = representedBy(powers);
  const checkers = checkersWords(powers);
  const over = powers.filter(({ state }) => state === 'rejected' || state === 'revoked');
  const pending = powers.filter(({ state }) => state === 'pending');
  const unchecked = powers.filter((power) => power.state !== 'pending' && checkerOf(power) === null);
  const [received, represented] = [
    powers.length === 1 ? 'Se recibió' : 'Se recibieron',
    sum.apartments === 1 ? 'se representó' : 'se representaron',
  ];
  const withPowers =
    used.length === 0
      ? 'Con ninguno se registraron inmuebles.'
      : `Con ${powersCounted(used.length)} ${represented} ${weightWords(sum)}.`;
  return [
    heading(2, 'Poderes'),
    paragraph(
      `${received} ${powersCounted(powers.length)}. ${withPowers}${
        checkers === '' ? '' : ` Los revisó y aceptó: ${checkers}.`
      }${
        unchecked.length === 0
          ? ''
          : ` Sin revisión anotada, al registrarse en la puerta: ${count(unchecked.length)}.`
      } La lista completa es un anexo de esta acta.`,
    ),
    ...(over.length === 0 ? [] : [ledParagraph('Rechazados o terminados:', '')]),
    ...(over.length === 0 ? [] : [bullets(over.map(overWords))]),
    ...(pending.length === 0
      ? []
      : [
          paragraph(
            `Quedaron sin revisar ${powersCounted(pending.length)}, con los que no se registró ningún inmueble.`,
          ),
        ]),
  ];
}

const unitsOf = ({ units }: Power): string => units.map(({ apartmentId }) => apartmentId).join(', ');

const overWords = (power: Power): string =>
  `${unitsOf(power)}, de ${power.granter.name} a ${sentence(power.holder.name)} ${sentence(powerStateWords(power))}`;

/** Annex of the acta with each power of attorney: granter, proxy, units, instant, form, checker and result. */
export function powersAnnex({ powers }: ActaFacts): Block[] {
  if (powers.length === 0) return [];
  const who = ({ name, document }: Power['holder']) =>
    document === null || document === '' ? name : `${name}, doc. ${document}`;
  return [
    heading(1, ANNEX),
    {
      kind: 'table',
      columns: [
        { header: 'Inmuebles', share: 11 },
        { header: 'Lo da', share: 19 },
        { header: 'Lo recibe', share: 19 },
        { header: 'Coeficiente', share: 12, isNumber: true },
        { header: 'Recibido', share: 24 },
        { header: 'Lo revisó', share: 13 },
        { header: 'Estado', share: 16 },
      ],
      rows: powers.map((power) => [
        unitsOf(power),
        who(power.granter),
        [who(power.holder), ...(power.substitute ? [`suplente: ${who(power.substitute)}`] : [])].join('; '),
        coefficient(power.coefficient),
        `${dayAndHour(Date.parse(power.enteredAt))}, ${originWords[power.origin]}`,
        checkerOf(power) ?? 'Sin anotar',
        powerStateWords(power),
      ]),
    },
  ];
}

const originWords: Record<Power['origin'], string> = {
  typed: 'digitado',
  imported: 'de una hoja',
  door: 'en la puerta',
  phone: 'firmado desde el celular',
};

import { assemblyName } from '../../../shared/assemblies/words.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { type Acta, type Block, bullets, heading, paragraph } from './acta.ts';
import type { ActaFacts, PartFacts } from './acta-facts.ts';
import { attendeesAnnex, noticeAnnex, remoteAnnex, votesAnnex } from './annexes-section.ts';
import { attendanceSection } from './attendance-section.ts';
import { challengeAnnex } from './challenge-section.ts';
import {
  closing,
  commission,
  correctionBlocks,
  hasPropositions,
  proposalBlocks,
  propositions,
  publication,
  recordBlocks,
  signatures,
  statements,
  turnsBlocks,
} from './closing-section.ts';
import { debtorsAnnex, debtorsBlocks } from './debtors-section.ts';
import { afterEndBlocks, agendaSection, meetingSection } from './meeting-section.ts';
import { powersAnnex, powersBlocks } from './powers-section.ts';
import { agendaCourse, sectorQuestions } from './questions-section.ts';
import { quorumSection } from './quorum-section.ts';
import { onDayAtHour } from './words.ts';

interface Section {
  title: string;
  blocks: Block[];
}

/** Writes the draft of an acta (minutes of an assembly) from the facts of the assembly (Ley 675, art. 47). */
export function writeActa(facts: ActaFacts): Acta {
  const { main, sectors, jointName, rootName, face, assembly, madeAt, trail } = facts;
  const heldOn = dayInBogota(assembly.openedAt === null ? madeAt : Date.parse(assembly.openedAt));
  const annexes = [
    ...noticeAnnex(facts),
    ...attendeesAnnex(facts),
    ...powersAnnex(facts),
    ...votesAnnex(facts),
    ...remoteAnnex(facts),
    ...debtorsAnnex(facts),
    ...challengeAnnex(facts),
  ];
  const afterEnd = afterEndBlocks(facts);
  const sections: Section[] = [
    { title: 'Datos de la reunión', blocks: meetingSection(facts) },
    { title: 'Orden del día', blocks: agendaSection(facts) },
    { title: 'Verificación del quórum', blocks: quorumSection(facts, main, 2) },
    { title: 'Asistentes', blocks: [...attendanceSection(facts, main, 2), ...powersBlocks(facts)] },
    { title: 'Desarrollo del orden del día', blocks: agendaCourse(facts) },
    ...(facts.turns.length === 0 ? [] : [{ title: 'Uso de la palabra', blocks: turnsBlocks(facts) }]),
    ...sectors.map((part) => ({ title: part.jointName, blocks: sectorBlocks(facts, part) })),
    ...(main.corrections.length === 0
      ? []
      : [{ title: 'Correcciones del censo', blocks: correctionBlocks(main.corrections) }]),
    ...(hasPropositions(facts) ? [] : [{ title: 'Proposiciones y varios', blocks: [propositions] }]),
    ...(facts.proposals.length === 0
      ? []
      : [{ title: 'Proposiciones escritas', blocks: proposalBlocks(facts) }]),
    { title: 'Constancias de los propietarios', blocks: [statements] },
    ...(rootName === null ? [{ title: 'Propietarios en mora', blocks: debtorsBlocks(facts) }] : []),
    { title: 'Comisión verificadora', blocks: [commission] },
    { title: 'Constancia de los registros', blocks: recordBlocks(facts) },
    ...(afterEnd.length === 0 ? [] : [{ title: 'Datos completados y aclaraciones', blocks: afterEnd }]),
    ...(annexes.length === 0 ? [] : [{ title: 'Anexos', blocks: annexBlocks(annexes) }]),
    { title: 'Cierre y firmas', blocks: [closing(facts), signatures(facts)] },
    { title: 'Publicación', blocks: [publication] },
  ];
  return {
    name: `Borrador de Acta ${jointName.slice(0, 110).trim()} ${heldOn}`,
    title: 'BORRADOR DE ACTA',
    jointName,
    rootName,
    ...defined({ face }),
    subject: assemblyName(assembly),
    madeAt,
    trail,
    blocks: [
      {
        kind: 'notice',
        text: `Este documento es un borrador: no es el acta mientras no la firmen el presidente y el secretario. Se preparó ${onDayAtHour(madeAt)} (hora de Colombia) con los registros de la asamblea. Complete los espacios señalados, revise el texto y quite este aviso.`,
      },
      ...sections.flatMap(({ title, blocks }, i) => [heading(1, `${i + 1}. ${title}`), ...blocks]),
      ...annexes,
    ],
  };
}

/** Converts the heading of an annex for the list: 'Anexo: lista de poderes' becomes 'Lista de poderes.' */
const annexTitle = (heading: string): string =>
  `${heading.replace(/^Anexo: (.)/, (_, first: string) => first.toUpperCase())}.`;

const annexBlocks = (annexes: readonly Block[]): Block[] => [
  paragraph('Hacen parte de esta acta:'),
  bullets(annexes.flatMap((block) => (block.kind === 'heading' ? [annexTitle(block.text)] : []))),
];

/** Section of a sector: quorum, attendance and questions together, because a sector decides separately. */
function sectorBlocks(facts: ActaFacts, part: PartFacts): Block[] {
  return [
    heading(2, 'Quórum del sector'),
    ...quorumSection(facts, part, 3),
    heading(2, 'Asistentes del sector'),
    ...attendanceSection(facts, part, 3),
    heading(2, 'Preguntas del sector'),
    ...sectorQuestions(part),
    ...(part.corrections.length === 0
      ? []
      : [heading(2, 'Correcciones del censo del sector'), ...correctionBlocks(part.corrections)]),
  ];
}

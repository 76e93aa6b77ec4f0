import type { NewAnswer } from '../../shared/assemblies/concepts.api.ts';
import type { Rule } from '../../shared/assemblies/law/majority.ts';
import type { UnitOfJoint } from '../properties/unit-rows.ts';

/** Question of a demonstration assembly, not yet opened. */
export interface DemoQuestion {
  description: string;
  answers: readonly (string | NewAnswer)[];
  rule: Rule;
  /** Number of seats to elect, for an election. */
  seats?: number;
  /** Number of the question's point in the agenda, from 1. */
  agendaItem: number;
}

/** Plan of a demonstration joint: units, sectors, and the current assembly with questions. */
export interface DemoJoint {
  jointName: string;
  units: readonly UnitOfJoint[];
  /** Sectors of the joint. Units of a sector have the same ids as in the joint, and separate coefficients. */
  sectors: readonly { sectorName: string; units: readonly UnitOfJoint[] }[];
  assembly: {
    kind: 'ordinary' | 'extraordinary';
    mode: 'inPerson' | 'virtual' | 'mixed';
    title: string;
    agenda: string;
    notice: string;
    zoomId?: string;
    zoomPassword?: string;
  };
  questions: readonly DemoQuestion[];
  /** Number of codes to issue for voting cards. */
  codes: number;
  /** True if the assembly is open and owners at home can register themselves. */
  registrationActive: boolean;
}

/** Builds the text of an agenda with numbered points. */
export const agendaOf = (...points: string[]): string =>
  points.map((point, index) => `${index + 1}. ${point}`).join('\n');

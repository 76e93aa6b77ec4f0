import type { NewAnswer } from '../../shared/assemblies/concepts.api.ts';
import type { Rule } from '../../shared/assemblies/law/majority.ts';
import type { Unit } from '../properties/unit-rows.ts';

/** Prepared question, inactive until opened by the operator. */
export interface DemoQuestion {
  description: string;
  answers: readonly (string | NewAnswer)[];
  rule: Rule;
  /** Number of seats in an election. */
  seats?: number;
  /** Point of the agenda, from 1. */
  agendaItem: number;
}

/** Joint of the demonstration with the current assembly. */
export interface DemoJoint {
  jointName: string;
  units: readonly Unit[];
  /** Units of a sector have the ids of the joint and separate coefficients. */
  sectors: readonly { sectorName: string; units: readonly Unit[] }[];
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
  /** Number of issued codes for cards. */
  codes: number;
  /** True if the assembly is open and owners at home can register. */
  registrationActive: boolean;
}

/** Numbers the points of an agenda. */
export const agendaOf = (...points: string[]): string =>
  points.map((point, index) => `${index + 1}. ${point}`).join('\n');

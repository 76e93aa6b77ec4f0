import type { NewAnswer } from '../../shared/assemblies/concepts.api.ts';
import type { Rule } from '../../shared/assemblies/law/majority.ts';
import type { Unit } from '../properties/unit-rows.ts';

/** A question that waits for its operator, not active. */
export interface DemoQuestion {
  description: string;
  answers: readonly (string | NewAnswer)[];
  rule: Rule;
  /** Of an election of several. */
  seats?: number;
  /** The point of the agenda, from 1. */
  agendaItem: number;
}

/** A joint of the demonstration, as it is stored and as its current assembly stands. */
export interface DemoJoint {
  jointName: string;
  units: readonly Unit[];
  /** A sector's units carry the ids they have in the joint, and coefficients of their own. */
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
  /** How many codes are issued for cards. */
  codes: number;
  /** The assembly is open, and owners at home can register. */
  registrationActive: boolean;
}

/** The points of an agenda, numbered. */
export const agendaOf = (...points: string[]): string =>
  points.map((point, index) => `${index + 1}. ${point}`).join('\n');

import type { Profile } from '../../../shared/profiles.ts';
import type { PictureName } from './pictures.ts';

/** Step of a guide. */
export interface Step {
  /** Instruction in simple words. */
  text: string;
  /** Screenshot after the step. */
  picture?: { name: PictureName; alt: string };
}

/** Instructions for a task. Printed on a separate page. */
export interface Guide {
  /** Anchor on the page. */
  id: string;
  title: string;
  /** Reader and situation, in a sentence. */
  intro: string;
  steps: readonly Step[];
}

/** Guides for the same kind of work. */
export interface Chapter {
  id: string;
  title: string;
  /** Profiles that see the chapter first. */
  profiles: readonly Profile[];
  guides: readonly Guide[];
}

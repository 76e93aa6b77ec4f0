import type { Profile } from '../../../shared/profiles.ts';
import type { PictureName } from './pictures.ts';

/** Step of a tutorial guide. */
export interface Step {
  /** Instruction of the step, in simple words. */
  text: string;
  /** Screenshot of the screen after the step. */
  picture?: { name: PictureName; alt: string };
}

/** Tutorial guide for a task. Printed on a separate page. */
export interface Guide {
  /** Id of the guide's anchor on the page. */
  id: string;
  title: string;
  /** Reader and situation of the guide, in a sentence. */
  intro: string;
  steps: readonly Step[];
}

/** Chapter of the tutorials: guides for the same kind of work. */
export interface Chapter {
  id: string;
  title: string;
  /** User profiles with the chapter shown first. */
  profiles: readonly Profile[];
  guides: readonly Guide[];
}

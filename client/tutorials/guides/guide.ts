import type { Profile } from '../../../shared/profiles.ts';
import type { PictureName } from './pictures.ts';

/** One thing to do. */
export interface Step {
  /** What to do, in plain words. */
  text: string;
  /** What the screen looks like then. */
  picture?: { name: PictureName; alt: string };
}

/** How to do one thing, on a page of its own where it is printed. */
export interface Guide {
  /** Its place on the page. */
  id: string;
  title: string;
  /** Whom it helps and when, in a sentence. */
  intro: string;
  steps: readonly Step[];
}

/** The guides for those who do the same work. */
export interface Chapter {
  id: string;
  title: string;
  /** Whose work it is: they see it first. */
  profiles: readonly Profile[];
  guides: readonly Guide[];
}

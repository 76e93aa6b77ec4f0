import type { Profile } from '../../../shared/profiles.ts';

/** Step of a tutorial guide. */
export interface Step {
  /** Instruction of the step, in simple words. */
  text: string;
  /** Screenshot of the screen after the step. */
  picture?: { name: string; alt: string };
}

/** Tutorial guide for a task. Printed on a separate page. */
export interface Guide {
  /** Id of the guide's anchor on the page. */
  id: string;
  title: string;
  /** Reader and situation of the guide, in a sentence. */
  intro: string;
  steps: Step[];
}

/** Chapter of the tutorials: guides for the same kind of work. */
export interface Chapter {
  id: string;
  title: string;
  /** User profiles with the chapter shown first. */
  profiles: readonly Profile[];
  guides: readonly Guide[];
}

/**
 * Reads a chapter from the text of a file. Lines: `# id: title` of the chapter, `## id: title` of a guide, the guide's
 * intro, `- instruction` of a step, and `  picture: description` below a step with a screenshot.
 */
export function readChapter(text: string, profiles: readonly Profile[]): Chapter {
  const [head = '', ...parts] = text.split(/^##? /m).slice(1);
  return { ...headOf(head.trim()), profiles, guides: parts.map(readGuide) };
}

function readGuide(text: string): Guide {
  const [head = '', intro = '', ...lines] = text.trim().split('\n');
  const steps: Step[] = [];
  for (const line of lines) {
    const last = steps.at(-1);
    if (line.startsWith('- ')) steps.push({ text: line.slice(2) });
    else if (last) {
      const { id: name, title: alt } = headOf(line.trim());
      last.picture = { name, alt };
    }
  }
  return { ...headOf(head), intro, steps };
}

function headOf(line: string): { id: string; title: string } {
  const at = line.indexOf(': ');
  return { id: line.slice(0, at), title: line.slice(at + 2) };
}

import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SLOW_TESTS } from './slow-tests.mjs';

/**
 * Runs the listed slow test files first, then the others in the order of vitest (vitest itself only knows durations
 * of earlier runs): a slow file at the end would run alone while other workers are idle. Browser and server tests have
 * separate runs (`check-all.mjs`), so the two parts of the list do not mix. A missing name costs only time. The project
 * with the slowest file runs whole before the next project, because a worker of another project starts anew and loads the
 * server again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW_TESTS.indexOf(basename(moduleId).replace('.long.', '.'));
      return at === -1 ? SLOW_TESTS.length : at;
    };
    const firstOf = new Map<string, number>();
    for (const file of files) {
      firstOf.set(
        file.project.name,
        Math.min(rank(file), firstOf.get(file.project.name) ?? SLOW_TESTS.length),
      );
    }
    const rankOfProject = ({ project }: TestSpecification) => firstOf.get(project.name) ?? SLOW_TESTS.length;
    return (await super.sort(files)).sort((a, b) => rankOfProject(a) - rankOfProject(b) || rank(a) - rank(b));
  }
}

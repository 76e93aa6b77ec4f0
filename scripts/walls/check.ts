/** `npm run lint` after the linter: says what breaks a wall of the house, each breach by its place, and ends with 1. */
import { fileURLToPath } from 'node:url';
import { house } from './house.ts';
import { readHouse } from './tree.ts';
import { breaches } from './walls.ts';

const found = breaches(readHouse(fileURLToPath(new URL('../..', import.meta.url))), house);
for (const { wall, found: places } of found)
  console.error(`${wall}:\n${places.map((place) => `  ${place}`).join('\n')}`);
if (found.length > 0) process.exitCode = 1;

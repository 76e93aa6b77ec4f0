import type { Mount } from '../platform/http/mount.ts';
import type { LiveContext } from './meeting/live-context.ts';
import { assemblyServices } from './routes/assembly-services.ts';
import { mountCodes } from './routes/codes.routes.ts';
import { mountDoor } from './routes/door.routes.ts';
import { mountEvidence } from './routes/evidence.routes.ts';
import { mountJoining } from './routes/joining.routes.ts';
import { mountMeetings } from './routes/meetings.routes.ts';
import { mountPapers } from './routes/papers.routes.ts';
import { mountQuestions } from './routes/questions.routes.ts';
import { mountRehearsals } from './routes/rehearsals.routes.ts';
import { mountRoll } from './routes/roll.routes.ts';
import { mountTurns } from './routes/turns.routes.ts';
import { mountVotes } from './routes/votes.routes.ts';

/**
 * Mounts all HTTP endpoints of assemblies, at the start of the server. The handler of an endpoint only calls a
 * service.
 */
export function mountAssemblies(mount: Mount, context: LiveContext): void {
  const services = assemblyServices(context);
  mountMeetings(mount, services);
  mountDoor(mount, services);
  mountVotes(mount, services);
  mountTurns(mount, services);
  mountQuestions(mount, services);
  mountRoll(mount, services);
  mountCodes(mount, services);
  mountJoining(mount, services);
  mountPapers(mount, services);
  mountEvidence(mount, services);
  mountRehearsals(mount, services);
}

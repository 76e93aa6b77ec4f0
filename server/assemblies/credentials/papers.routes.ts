import { printBadges, printCards, printVotingBadges } from '../../../shared/assemblies/paper.api.ts';
import type { Context } from '../../platform/context.ts';
import { whileClientWaits } from '../../platform/http/client-gone.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { papersService } from './papers.service.ts';

/** Codes on paper, as PDF. */
export function mountPapers(mount: Mount, context: Context): void {
  const papers = papersService(context);
  mount(printCards, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => papers.cards({ ...params, ...query }, principal, signal)),
  );
  mount(printBadges, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => papers.badges({ ...params, ...query }, principal, signal)),
  );
  mount(printVotingBadges, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => papers.votingBadges({ ...params, ...query }, principal, signal)),
  );
}

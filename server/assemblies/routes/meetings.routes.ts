import * as assembliesApi from '../../../shared/assemblies/assemblies.api.ts';
import * as buildingApi from '../../../shared/assemblies/building.api.ts';
import * as challengeApi from '../../../shared/assemblies/challenge/challenge.api.ts';
import * as clarificationsApi from '../../../shared/assemblies/facts/clarifications.api.ts';
import { listColleagues } from '../../../shared/assemblies/facts/colleagues.api.ts';
import * as pointTextsApi from '../../../shared/assemblies/facts/point-texts.api.ts';
import { getUnfinished } from '../../../shared/assemblies/facts/unfinished.api.ts';
import * as historyApi from '../../../shared/assemblies/history.api.ts';
import * as debtorsApi from '../../../shared/assemblies/law/debtors.api.ts';
import * as liveApi from '../../../shared/assemblies/live.api.ts';
import { requestKeyOf } from '../../platform/http/idempotency.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { Problem } from '../../platform/http/problem.ts';
import { challengeService } from '../challenge/panel.service.ts';
import { buildingOf } from '../live/building.ts';
import { readAssemblySnapshot, readySnapshot } from '../live/joint-state.ts';
import { assembliesService } from '../meeting/assemblies.service.ts';
import { colleaguesAt } from '../meeting/colleagues.ts';
import { debtorsService } from '../meeting/debtors.service.ts';
import { quorumHistories } from '../meeting/history.service.ts';
import { assembliesNow } from '../meeting/now.service.ts';
import { clarificationsService } from '../minutes/clarifications.service.ts';
import { pointTextsService } from '../minutes/point-texts.service.ts';
import { unfinishedMatters } from '../minutes/unfinished.ts';
import type { AssemblyServices } from './assembly-services.ts';

/** Mounts the endpoints for assemblies, quorum over time, and the live feed for programs other than browsers. */
export function mountMeetings(mount: Mount, { context }: AssemblyServices): void {
  const assemblies = assembliesService(context);
  const clarifications = clarificationsService(context);
  const pointTexts = pointTextsService(context);
  const debtors = debtorsService(context);
  const challenge = challengeService(context);
  const historyOf = quorumHistories(context);

  mount(assembliesApi.listAssemblies, ({ params }) => assemblies.list(params.jointId));
  mount(assembliesApi.listAssembliesNow, (_, { principal }) => assembliesNow(context, principal));
  mount(assembliesApi.openAssembly, ({ params, body }, { principal }) =>
    assemblies.open(params.jointId, body, principal),
  );
  mount(assembliesApi.changeAssembly, ({ params, body }, { principal }) =>
    assemblies.change(params.jointId, body, principal),
  );
  mount(clarificationsApi.listClarifications, ({ params, query }) =>
    clarifications.list(params.jointId, query.assemblyId),
  );
  mount(clarificationsApi.clarify, ({ params, query, body }, call) =>
    clarifications.clarify(
      { ...params, ...query },
      body,
      call.principal,
      requestKeyOf(call, clarificationsApi.clarify.id, { params, query, body }),
    ),
  );
  mount(pointTextsApi.listPointTexts, ({ params, query }) =>
    pointTexts.list(params.jointId, query.assemblyId),
  );
  mount(pointTextsApi.writePointText, ({ params, body }, { principal }) =>
    pointTexts.write(params.jointId, body, principal),
  );
  mount(debtorsApi.getDebtorsLists, ({ params }) => debtors.lists(params.jointId));
  mount(debtorsApi.getNoticeDebtors, ({ params }) => debtors.ofNotice(params.jointId));
  mount(debtorsApi.takeDebtorsList, ({ params, body }, { principal }) =>
    debtors.take(params.jointId, body.purpose, principal),
  );
  mount(assembliesApi.getLawDates, ({ params }) => assemblies.lawDates(params.jointId));
  mount(listColleagues, ({ params }, { principal }) => colleaguesAt(context, params.jointId, principal));
  mount(challengeApi.getChallenge, ({ params, query }) => challenge.read(params.jointId, query.assemblyId));
  mount(challengeApi.declareFacts, ({ params, body }, { principal }) =>
    challenge.declare(params.jointId, body, principal),
  );
  mount(getUnfinished, ({ params }) => unfinishedMatters(context, params.jointId));
  mount(assembliesApi.getSnapshot, async ({ params, query }) => {
    if (query.assemblyId === undefined)
      return readySnapshot((await context.publisher.current(params.jointId)).snapshot);
    const place = await requireJoint(context.directory, params.jointId);
    return readySnapshot(await readAssemblySnapshot(context.store.db, place, query.assemblyId));
  });

  mount(buildingApi.getBuilding, async ({ params }) =>
    buildingOf(await context.publisher.current(params.jointId)),
  );

  // Quorum over time, and the live feed for programs other than browsers.
  mount(historyApi.getQuorumHistory, ({ params, query }) => historyOf({ ...params, ...query }));
  mount(
    liveApi.plainFeed,
    async () => {
      throw new Problem('upgradeRequired');
    },
    ({ params }, principal, socket) => context.feed.serve(socket, principal, params.jointId),
  );
}

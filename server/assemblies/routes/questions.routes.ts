import * as conceptsApi from '../../../shared/assemblies/concepts.api.ts';
import * as electionsApi from '../../../shared/assemblies/elections/elections.api.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { electionsService } from '../questions/elections.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/** Mounts the endpoints for questions and elections. */
export function mountQuestions(mount: Mount, { context, records, concepts }: AssemblyServices): void {
  const elections = electionsService(context);

  mount(conceptsApi.listConcepts, ({ params, query }) => records.concepts({ ...params, ...query }));
  mount(conceptsApi.getConcept, ({ params, query }) =>
    records.concept({ ...params, ...query }, params.conceptId),
  );
  mount(conceptsApi.getActiveConcept, ({ params }) => records.activeConcept(params.jointId));
  mount(conceptsApi.createConcept, ({ body }, { principal }) => concepts.create(body, principal));
  mount(conceptsApi.setCandidates, ({ params, body }, { principal }) =>
    elections.setCandidates(params, body, principal),
  );
  mount(electionsApi.noteLot, ({ params, body }, { principal }) =>
    elections.noteLot(params, body, principal),
  );
  mount(electionsApi.noteAcceptance, ({ params, body }, { principal }) =>
    elections.noteAcceptance(params, body, principal),
  );
  mount(electionsApi.answerElection, ({ params, body }, { principal }) =>
    elections.answer(params, body, principal),
  );
  mount(electionsApi.listCandidates, ({ params }) => elections.candidates(params));
  mount(conceptsApi.toggleConcept, ({ body }, { principal }) => concepts.toggle(body, principal));
  mount(conceptsApi.getReopening, ({ params }) => concepts.reopening(params.jointId, params.conceptId));
  mount(conceptsApi.setCountdown, ({ params, body }, { principal }) =>
    concepts.setCountdown({ ...params, ...body }, principal),
  );
  mount(conceptsApi.deleteConcept, ({ body }, { principal }) =>
    concepts.remove(body.jointId, body.conceptId, body.reason ?? null, principal),
  );
}

import type { InputOf } from '../../../shared/api.ts';
import { documentKeys } from '../../../shared/properties/documents.ts';
import type { answerIdentity, IdentityQuestion } from '../../../shared/properties/identities.api.ts';
import { readOwnerNames } from '../../../shared/properties/owner-nature.ts';
import { type CellKeys, cellKeys } from '../../../shared/properties/person.ts';
import { isPlaceholderName } from '../../../shared/properties/placeholder-names.ts';
import { plainLetters } from '../../../shared/properties/plain-letters.ts';
import type { Db } from '../../platform/db/engine.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { type AssembliesContext, runUseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readIdentityAnswers, settlePersons, storeIdentityAnswer } from '../store/roll/persons.repository.ts';
import { readRollFacts } from '../store/roll/roll.repository.ts';

type Owned = IdentityQuestion['units'][number] & CellKeys;
interface OpenIdentityQuestion {
  question: string;
  kind: IdentityQuestion['kind'];
  units: Owned[];
}

/**
 * Service for doubtful pairs of owners on a roll, for example 'ANA RUIZ' with and without a document: lists the pairs,
 * and stores the answers of the operator (same person or not).
 */
export function identitiesService(context: AssembliesContext) {
  const { store, directory } = context;
  return {
    list: async (jointId: number): Promise<IdentityQuestion[]> => {
      const { rootId } = await requireJoint(directory, jointId);
      const family = await directory.family(rootId);
      return readAsOfNow(store.db, async (trx) => {
        const { assemblyId } = await assemblyToRead(trx, rootId, undefined);
        return answered(trx, rootId, await questionsOf(trx, assemblyId, family));
      });
    },

    /**
     * Stores the answer about some owners on the assembly's roll: same person or not.
     * @throws Problem identitiesSettled, identityUnknown
     */
    answer: (
      jointId: number,
      { question, answer }: InputOf<typeof answerIdentity>['body'],
      principal: Principal,
    ): Promise<IdentityQuestion[]> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        const { trx, assembly, family, at, actor } = act;
        const { assemblyId, rootId } = assembly;
        if (assembly.openedAt !== null) throw new Problem('identitiesSettled');
        const openQuestions = await questionsOf(trx, assemblyId, family);
        const units = openQuestions.find((one) => one.question === question)?.units;
        if (units === undefined) throw new Problem('identityUnknown');
        const cells = [...new Set(units.map(({ cell }) => cell))];
        await storeIdentityAnswer(trx, rootId, { question, answer, cells, at, actor });
        await settlePersons(trx, { assemblyId });
        const apartments = [...new Set(units.map(({ apartmentId }) => apartmentId))];
        await act.audit('identityAnswered', { question, answer, units: apartments });
        return answered(trx, rootId, openQuestions);
      }),
  };
}

async function questionsOf(
  trx: Db,
  assemblyId: number,
  family: readonly number[],
): Promise<OpenIdentityQuestion[]> {
  const roll = await readRollFacts(trx, { assemblyId, jointIds: family });
  // The joint and a sector may both list a unit.
  const units = new Map(
    roll
      .toReversed()
      .map(({ apartmentId, owner, ownerDocument }): [string, Owned] => [
        `${apartmentId}\n${owner}\n${ownerDocument}`,
        { apartmentId, owner, ownerDocument, ...cellKeys({ name: owner, document: ownerDocument }) },
      ]),
  );
  const owned = [...units.values()].reverse().filter(({ owner }) => owner !== '');
  const several = (
    kind: OpenIdentityQuestion['kind'],
    subject: (unit: Owned) => string,
    other: (unit: Owned) => string,
  ) =>
    [...groupBy(owned, subject)].flatMap(([name, theirs]): OpenIdentityQuestion[] =>
      name === '' || new Set(theirs.map(other)).size < 2
        ? []
        : [{ question: `${kind}:${name}`, kind, units: theirs }],
    );
  const each = (
    kind: OpenIdentityQuestion['kind'],
    subject: (unit: Owned) => string,
  ): OpenIdentityQuestion[] =>
    [...groupBy(owned, subject)].flatMap(([name, theirs]): OpenIdentityQuestion[] =>
      name === '' ? [] : [{ question: `${kind}:${name}`, kind, units: theirs }],
    );
  return [
    ...several(
      'documents',
      ({ words }) => words,
      // Without documents the names differ: 'ANA PEREZ' and 'PEREZ ANA'.
      ({ documents, cell }) => documents || cell,
    ),
    ...several(
      'names',
      ({ documents }) => documents,
      ({ words }) => words,
    ),
    ...each('cell', ({ owner, cell }) => (readOwnerNames(owner).isDoubtful ? cell : '')),
    ...each('nameless', ({ owner, documents }) =>
      documents === '' && isPlaceholderName(owner) ? plainLetters(owner) : '',
    ),
    ...each('placeholder', ({ ownerDocument }) =>
      ownerDocument === null || documentKeys(ownerDocument).length > 0 ? '' : plainLetters(ownerDocument),
    ),
  ];
}

/**
 * Adds the stored answers to the questions about identities. An answer is valid while the answer covers all owners
 * of the question.
 */
async function answered(
  trx: Db,
  rootId: number,
  openQuestions: readonly OpenIdentityQuestion[],
): Promise<IdentityQuestion[]> {
  const answers = new Map((await readIdentityAnswers(trx, rootId)).map((one) => [one.question, one]));
  return openQuestions.map(({ question, kind, units }) => {
    const stored = answers.get(question);
    const isCovered = units.every(({ cell }) => stored?.cells.includes(cell) === true);
    return {
      question,
      kind,
      answer: stored !== undefined && isCovered ? stored.answer : null,
      units: units.map(({ apartmentId, owner, ownerDocument }) => ({ apartmentId, owner, ownerDocument })),
    };
  });
}

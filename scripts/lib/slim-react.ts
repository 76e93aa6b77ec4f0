import type { Plugin } from 'vite';

/**
 * Functions of React's renderer for unused features, by feature. No page can reach the functions: an element, a call
 * or a kind of root of the feature leads to the functions.
 */
const UNUSED = {
  // Pages drawn by a server.
  hydration: `createFiberFromDehydratedFragment throwOnHydrationMismatch prepareToHydrateHostInstance
    resetHydrationState queueHydrationError pushDehydratedActivitySuspenseHandler
    retryActivityComponentWithoutHydrating mountHostRootWithoutHydrating retrySuspenseComponentWithoutHydrating
    updateDehydratedSuspenseComponent commitActivityHydrationCallbacks commitSuspenseHydrationCallbacks
    retryDehydratedSuspenseBoundary clearHydrationBoundary hideOrUnhideDehydratedBoundary canHydrateInstance
    canHydrateTextInstance canHydrateHydrationBoundary getNextHydratable
    getNextHydratableInstanceAfterHydrationBoundary getHydratableHoistableCache markRetryLaneIfNotHydrated
    attemptContinuousHydration attemptHydrationAtCurrentPriority clearIfContinuousEvent
    accumulateOrCreateContinuousQueuedReplayableEvent queueIfContinuousEvent attemptExplicitHydrationTarget
    attemptReplayContinuousQueuedEvent replayUnblockedEvents scheduleReplayQueueIfNeeded retryIfBlockedOn
    ReactDOMHydrationRoot`,
  // <ViewTransition>.
  transitions: `startViewTransition trackEnterViewTransitions applyViewTransitionToHostInstances
    applyViewTransitionToHostInstancesRecursive commitAppearingPairViewTransitions commitEnterViewTransitions
    commitDeletedPairViewTransitions commitExitViewTransitions commitNestedViewTransitions
    restorePairedViewTransitions restoreEnterOrExitViewTransitions restoreNestedViewTransitions
    measureViewTransitionHostInstancesRecursive measureNestedViewTransitions applyViewTransitionName
    restoreViewTransitionName restoreViewTransitionOnHostInstances commitAfterMutationEffectsOnFiber
    recursivelyTraverseAfterMutationEffects flushAfterMutationEffects createMeasurement`,
  // A ref on a fragment.
  fragments: `FragmentInstance commitNewChildToFragmentInstance deleteChildFromFragmentInstance
    findFragmentInstanceOrTextInstanceSiblings`,
  // Waiting for pictures and style sheets before a page is shown.
  waiting: `accumulateSuspenseyCommitOnFiber estimateBandwidth preloadInstanceAndSuspendIfNeeded
    preloadResourceAndSuspendIfNeeded`,
  // <title>, <link>, <meta>, <style> and <script> as elements, and preload().
  resources: `getResource acquireResource preload preloadModule preinitScript preinitStyle preinitModuleScript
    preconnectAs preloadStylesheet insertStylesheet insertStylesheetIntoRoot suspendResource
    createHoistableInstance`,
  // <form action={function}> and useActionState.
  forms: `extractEvents$1 runActionStateAction mountActionState updateActionStateImpl rerenderActionState
    dispatchActionState onActionSuccess`,
  // <Activity>, <SuspenseList>, elements with a hyphen in the name, and the memory of compiled components.
  others: `updateActivityComponent updateSuspenseListComponent setPropOnCustomElement cutOffTailIfNeeded useMemoCache
    refreshCache`,
};

/** Functions called by every page, with the answer for a page without the features. */
const ANSWERS: Readonly<Record<string, string>> = {
  popHydrationState: '!1',
  upgradeHydrationErrorsToRecoverable: 'null',
  getParentHydrationBoundary: 'null',
  isHostHoistableType: '!1',
  waitForCommitToBeReady: 'null',
  // Names of the shortened code in the stack of components.
  describeFiber: "''",
};

/**
 * Leaves the unused features out of React's renderer: a fifth of the renderer, and a tenth of a phone's first load. An
 * update of React with other names stops the build; then compare the functions again.
 */
export function slimReact(): Plugin {
  return {
    name: 'scaf:slim-react',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/react-dom/cjs/react-dom-client.production.js')) return null;
      const bodies = new Map<string, string>(
        Object.entries(ANSWERS).map(([name, answer]) => [name, `{ return ${answer}; }`]),
      );
      for (const name of Object.values(UNUSED).join(' ').split(/\s+/)) bodies.set(name, '{}');
      let [slim, from] = ['', 0];
      for (const node of this.parse(code).body) {
        if (node.type === 'FunctionDeclaration' && node.body !== null) {
          const body = bodies.get(node.id?.name ?? '');
          if (body === undefined) continue;
          bodies.delete(node.id?.name ?? '');
          slim += code.slice(from, node.body.start) + body;
          from = node.body.end;
        } else if (code.startsWith('FragmentInstance.prototype', node.start)) {
          slim += code.slice(from, node.start);
          from = node.end;
        }
      }
      slim += code.slice(from);
      const declared = slim.indexOf('  isHydrating = !1,');
      if (bodies.size > 0 || declared < 0)
        this.error(`React has other functions now: ${[...bodies.keys()].join(', ')}`);
      // Before the declaration another function has a parameter of the same name.
      const reads = /\bisHydrating\b(?! =|\$)/g;
      return { code: slim.slice(0, declared) + slim.slice(declared).replace(reads, '!1'), map: null };
    },
  };
}

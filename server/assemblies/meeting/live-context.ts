import type { WebSocket } from '@fastify/websocket';
import type { Principal } from '../../platform/http/principal.ts';
import type { CoalescedPublisher } from '../../platform/live/publisher.ts';
import type { JointState } from '../live/joint-state.ts';
import type { AssembliesContext } from '../store/act.ts';
import type { ArrearsPort } from './arrears-port.ts';

/**
 * Tools for the services of assemblies that also read the live state of joints: `publisher` gives the state, `feed`
 * serves a plain WebSocket, and `arrearsOf` gives the owners in arrears.
 */
export interface LiveContext extends AssembliesContext {
  publisher: CoalescedPublisher<JointState>;
  /** Returns the owners in arrears, from the billing feature. */
  arrearsOf: ArrearsPort;
  /** Starts waiting rehearsals soon. */
  rehearsals: { nudge: () => void };
  feed: { serve: (socket: WebSocket, principal: Principal, jointId: number) => void };
}

import type { WebSocket } from '@fastify/websocket';
import type { Principal } from '../../platform/http/principal.ts';
import type { CoalescedPublisher } from '../../platform/live/publisher.ts';
import type { JointState } from '../live/joint-state.ts';
import type { AssembliesContext } from '../store/act.ts';
import type { ArrearsPort } from './arrears-port.ts';

/** Context of the assemblies, with the live state of joints for reads and for plain WebSockets. */
export interface LiveContext extends AssembliesContext {
  publisher: CoalescedPublisher<JointState>;
  /** Returns the owners in arrears, from the billing feature. */
  arrearsOf: ArrearsPort;
  feed: { serve: (socket: WebSocket, principal: Principal, jointId: number) => void };
}

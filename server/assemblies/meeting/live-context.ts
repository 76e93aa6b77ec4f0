import type { WebSocket } from '@fastify/websocket';
import type { Principal } from '../../platform/http/principal.ts';
import type { CoalescedPublisher } from '../../platform/live/publisher.ts';
import type { JointState } from '../live/joint-state.ts';
import type { AssembliesContext } from '../store/act.ts';
import type { ArrearsPort } from './arrears-port.ts';

/** What the assemblies use, with the live state of joints: read, and followed by plain WebSockets. */
export interface LiveContext extends AssembliesContext {
  publisher: CoalescedPublisher<JointState>;
  /** Who is in arrears: what the assemblies need of the books. */
  arrearsOf: ArrearsPort;
  feed: { serve: (socket: WebSocket, principal: Principal, jointId: number) => void };
}

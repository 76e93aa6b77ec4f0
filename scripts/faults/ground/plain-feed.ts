import { WebSocket } from 'ws';
import { LIVE_TIMES } from '../../../client/lib/live/link.ts';
import { applyEvent, applySnapshot, type LiveJoint } from '../../../client/lib/live/merge.ts';
import { API_BASE } from '../../../shared/api.ts';
import type { LiveEvents, Snapshot } from '../../../shared/assemblies/live.ts';
import type { Shown } from '../screens.ts';

type Frame =
  | { event: 'snapshot'; data: Snapshot }
  | { [E in keyof LiveEvents]: { event: E; data: LiveEvents[E] } }[keyof LiveEvents];

/**
 * Screen of a fault run, connected by the plain WebSocket feed (without Socket.IO), as in
 * `scripts/follow-live.mjs`.
 */
export class PlainFeed implements Shown {
  readonly name: string;
  joint: LiveJoint | null = null;
  readonly #url: string;
  readonly #token: string;
  #socket: WebSocket | null = null;
  #waitMs = LIVE_TIMES.reconnect;
  #isOpen = true;

  constructor(name: string, base: string, { jointId, token }: { jointId: number; token: string }) {
    this.name = name;
    this.#url = `${base.replace(/^http/, 'ws')}${API_BASE}/joints/${jointId}/live`;
    this.#token = token;
    this.#follow();
  }

  close(): void {
    this.#isOpen = false;
    this.#socket?.terminate();
  }

  #follow(): void {
    if (!this.#isOpen) return;
    const socket = new WebSocket(this.#url, {
      headers: { authorization: `Bearer ${this.#token}` },
      handshakeTimeout: LIVE_TIMES.opening,
    });
    this.#socket = socket;
    socket.on('open', () => {
      this.#waitMs = LIVE_TIMES.reconnect;
    });
    socket.on('message', (text) => this.#take(JSON.parse(String(text))));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      setTimeout(() => this.#follow(), this.#waitMs);
      this.#waitMs = Math.min(2 * this.#waitMs, LIVE_TIMES.longestReconnect);
    });
  }

  #take(frame: Frame): void {
    if (frame.event === 'snapshot') this.joint = applySnapshot(this.joint, frame.data);
    else if (this.joint !== null) this.joint = applyEvent(this.joint, frame.event, frame.data);
  }
}

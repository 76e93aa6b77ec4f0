/** Log of a row: requested operations and acknowledged operations. The store is compared with this log. */

/** A unit's vote. */
export interface VoteAsked {
  jointId: number;
  conceptId: number;
  apartmentId: string;
  answerId: number;
  /** Null until acknowledged. */
  receipt: string | null;
}

/** Entered payment, identified by its reference. */
export interface PaymentAsked {
  reference: string;
  apartmentId: string;
  centavos: number;
  /** Payment number and receipt number. Null until acknowledged. */
  numbers: { payment: number; receipt: number } | null;
  annulment: 'none' | 'asked' | 'acknowledged';
}

/** Units that arrive or leave. */
export interface MoveAsked {
  jointId: number;
  apartmentIds: readonly string[];
  what: 'registered' | 'freed';
  isAcknowledged: boolean;
}

export class Book {
  readonly votes: VoteAsked[] = [];
  readonly payments: PaymentAsked[] = [];
  readonly moves: MoveAsked[] = [];
  /** Open question, by joint. */
  readonly open = new Map<number, number>();
  /** Registered units, by joint. */
  readonly present = new Map<number, Set<string>>();
  /** Number of acknowledged operations. */
  acknowledged = 0;
  /** Number of operations given up without an answer. */
  givenUp = 0;
  /** Unexplained refusals. */
  readonly refused: string[] = [];

  /** Stores an acknowledged arrival or departure of units. */
  moved(move: MoveAsked): void {
    move.isAcknowledged = true;
    const present = this.present.get(move.jointId) ?? new Set();
    this.present.set(move.jointId, present);
    for (const unit of move.apartmentIds) {
      if (move.what === 'registered') present.add(unit);
      else present.delete(unit);
    }
  }
}

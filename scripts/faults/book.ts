/**
 * Log of a fault run: operations sent, and operations acknowledged by the server. At the end the store is compared
 * with the log.
 */

/**
 * Vote sent by a fault run (simulated assembly with an injected fault). Compared with the store at the end.
 */
export interface VoteAsked {
  jointId: number;
  conceptId: number;
  apartmentId: string;
  answerId: number;
  /** Receipt code of the vote. Null until acknowledged. */
  receipt: string | null;
}

/** Payment posted by a fault run, recognized in the store by the reference. */
export interface PaymentAsked {
  reference: string;
  apartmentId: string;
  centavos: number;
  /** Payment number and receipt number. Null until acknowledged. */
  numbers: { payment: number; receipt: number } | null;
  /** State of the annulment of the payment: not sent, sent, or acknowledged by the server. */
  annulment: 'none' | 'asked' | 'acknowledged';
}

/** Registration or release of units at the desk, sent by a fault run. */
export interface MoveAsked {
  jointId: number;
  apartmentIds: readonly string[];
  /** `freed`: released. */
  what: 'registered' | 'freed';
  isAcknowledged: boolean;
}

export class Book {
  readonly votes: VoteAsked[] = [];
  readonly payments: PaymentAsked[] = [];
  readonly moves: MoveAsked[] = [];
  /** Concept number of the open question, by joint. */
  readonly open = new Map<number, number>();
  /** Ids of the registered units, by joint. */
  readonly present = new Map<number, Set<string>>();
  /** Number of operations acknowledged by the server. */
  acknowledged = 0;
  /** Number of operations given up without an answer. */
  givenUp = 0;
  /** Sentences about refusals that the run cannot explain. */
  readonly refused: string[] = [];

  /** Records an acknowledged registration or release of units. */
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

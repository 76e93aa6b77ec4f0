/**
 * Log of a fault run: operations sent, and operations acknowledged by the server. At the end the store is compared
 * with the log.
 */

/** Vote that a fault run sent for a unit. */
export interface VoteAsked {
  jointId: number;
  conceptId: number;
  apartmentId: string;
  answerId: number;
  /** Receipt code of the vote. Null until acknowledged. */
  receipt: string | null;
}

/** Payment that a fault run posted, recognized by the reference. */
export interface PaymentAsked {
  reference: string;
  apartmentId: string;
  centavos: number;
  /** Payment number and receipt number. Null until acknowledged. */
  numbers: { payment: number; receipt: number } | null;
  annulment: 'none' | 'asked' | 'acknowledged';
}

/** Units that a fault run registered or released at the desk. */
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

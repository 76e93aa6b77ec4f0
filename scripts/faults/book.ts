/** What was asked in a row, and what was acknowledged: the whole truth that the store is held against. */

/** A unit's vote. */
export interface VoteAsked {
  jointId: number;
  conceptId: number;
  apartmentId: string;
  answerId: number;
  /** Null until it is acknowledged. */
  receipt: string | null;
}

/** Money that was entered, told by its reference. */
export interface PaymentAsked {
  reference: string;
  apartmentId: string;
  centavos: number;
  /** Its numbers, once it is acknowledged. */
  numbers: { payment: number; receipt: number } | null;
  annulment: 'none' | 'asked' | 'acknowledged';
}

/** Units that come or go. */
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
  /** The question that is open, by joint. */
  readonly open = new Map<number, number>();
  /** Units that are registered, by joint. */
  readonly present = new Map<number, Set<string>>();
  /** Operations that were acknowledged. */
  acknowledged = 0;
  /** Operations that were given up without an answer. */
  givenUp = 0;
  /** Refusals that nothing explains. */
  readonly refused: string[] = [];

  /** Notes that units came or went, of an operation that was acknowledged. */
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

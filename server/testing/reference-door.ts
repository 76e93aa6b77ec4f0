/**
 * What a door should answer and hold, reckoned from the acts alone and by nothing that the program itself reckons
 * with. Time is counted in acts: the n-th happens between the moments n and n + 1.
 */
import { eventually } from './eventually.ts';

interface DoorUnit {
  readonly id: string;
  readonly owner: string;
  readonly main?: string;
}

type Kind = 'scan' | 'badge' | 'reverse' | 'withdraw' | 'vote';

interface DoorAct {
  kind: Kind;
  units: readonly string[];
  code: string;
  /** The unit of the badge, where the code is scanned alone. */
  badgeOf: string | null;
  proxy: string | null;
  takesBack: boolean;
  /** How many moments ago it was scanned; 0: just now. */
  late: number;
}

interface Held {
  holder: string;
  at: number;
  proxy: string | null;
}

export class ReferenceDoor {
  readonly #units: readonly DoorUnit[];
  readonly #moments: number[] = [];
  readonly #held = new Map<string, Held>();
  readonly #left = new Map<string, number>();
  readonly #voted = new Set<string>();

  private constructor(units: readonly DoorUnit[]) {
    this.#units = units;
  }

  /** An open door, with nobody there yet. */
  static async open(units: readonly DoorUnit[]): Promise<ReferenceDoor> {
    const door = new ReferenceDoor(units);
    await door.pass();
    return door;
  }

  /** Lets a moment pass that is later than all acts so far and earlier than all to come. */
  async pass(): Promise<void> {
    const now = Date.now();
    await eventually(() => Date.now()).toBeGreaterThan(now);
    const moment = Date.now();
    await eventually(() => Date.now()).toBeGreaterThan(moment);
    this.#moments.push(moment);
  }

  /** When a scan was made that comes so many moments late; null: just now. */
  scannedAt(late: number): number | null {
    return late === 0 ? null : (this.#moments[this.#momentBefore(late)] ?? null);
  }

  holders(): Record<string, string> {
    return Object.fromEntries([...this.#held].map(([unit, { holder }]) => [unit, holder]));
  }

  voted(): string[] {
    return [...this.#voted].sort();
  }

  /** Does an act, and tells what it should be answered. */
  does(act: DoorAct): { status: number; owners?: number } {
    const [unit = ''] = act.units;
    switch (act.kind) {
      case 'vote': {
        if (this.#voted.has(unit)) return { status: 409 };
        if (!this.#held.has(unit)) return { status: 422 };
        this.#voted.add(unit);
        return { status: 201 };
      }
      case 'reverse':
        return this.#leave(this.#held.has(unit) ? [unit] : []);
      case 'withdraw':
        return this.#leave([...this.#held].flatMap(([id, { holder }]) => (holder === act.code ? [id] : [])));
      default:
        return this.#register(act);
    }
  }

  #momentBefore = (late: number): number => Math.max(0, this.#moments.length - late);
  /** Now: after the last moment and before the next one. */
  #now = (): number => this.#moments.length - 0.5;

  #leave(units: readonly string[]): { status: number } {
    for (const unit of units) {
      this.#held.delete(unit);
      this.#voted.delete(unit);
      this.#left.set(unit, this.#now());
    }
    return { status: units.length === 0 ? 404 : 204 };
  }

  #register(act: DoorAct): { status: number; owners?: number } {
    const { code, proxy, takesBack, late } = act;
    const time = late === 0 ? this.#now() : this.#momentBefore(late);
    const named = act.badgeOf === null ? act.units : this.#ofBadge(act.badgeOf, takesBack);
    const units = takesBack ? [...named, ...this.#goneAlong(named, code, time)] : named;
    const standing = units.filter((unit) => this.#held.has(unit));
    const others = standing.filter((unit) => this.#held.get(unit)?.holder !== code);
    if (!takesBack && standing.length > 0) return { status: 409 };
    if (units.some((unit) => (this.#left.get(unit) ?? 0) > time)) return { status: 409 };
    if (others.some((unit) => (this.#held.get(unit)?.at ?? 0) > time)) return { status: 409 };
    for (const unit of others) this.#left.set(unit, this.#now());
    const at = others.length > 0 ? this.#now() : time;
    for (const unit of units) {
      if (this.#held.get(unit)?.holder !== code) this.#held.set(unit, { holder: code, at, proxy });
    }
    return proxy === null ? { status: 201 } : { status: 201, owners: this.#ownersOf(proxy) };
  }

  /** A badge's unit with what goes with it and is free, or went along to whom it is taken back from. */
  #ofBadge(badgeOf: string, takesBack: boolean): string[] {
    const from = this.#held.get(badgeOf)?.holder;
    const company = this.#units.filter(({ id, main }) => {
      const holder = this.#held.get(id)?.holder;
      return main === badgeOf && (holder === undefined || (takesBack && holder === from));
    });
    return [badgeOf, ...company.map(({ id }) => id)];
  }

  /** What goes with a named unit, stood when it was scanned, and is held by the same other person. */
  #goneAlong(named: readonly string[], code: string, time: number): string[] {
    const along = this.#units.filter(({ id, main }) => {
      const former = main !== undefined && named.includes(main) ? this.#held.get(main)?.holder : undefined;
      const one = this.#held.get(id);
      return (
        one !== undefined && one.holder === former && former !== code && one.at <= time && !named.includes(id)
      );
    });
    return along.map(({ id }) => id);
  }

  #ownersOf(proxy: string): number {
    const theirs = this.#units.filter(({ id }) => this.#held.get(id)?.proxy === proxy);
    return new Set(theirs.map(({ owner }) => owner)).size;
  }
}

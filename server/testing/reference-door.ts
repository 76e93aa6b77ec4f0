/**
 * Reference model of the door of an assembly, computed only from the acts, without application code. Time counts
 * acts: act n happens between moments n and n + 1.
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
  /** Unit of the badge, if a badge is scanned without naming units. Null otherwise. */
  badgeOf: string | null;
  proxy: string | null;
  takesBack: boolean;
  /** Age of the scan in moments. 0: a scan sent at once. */
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

  /** Makes a door without registrations, at the first moment. */
  static async open(units: readonly DoorUnit[]): Promise<ReferenceDoor> {
    const door = new ReferenceDoor(units);
    await door.pass();
    return door;
  }

  /** Records a time later than all acts so far and earlier than all later acts. */
  async pass(): Promise<void> {
    const now = Date.now();
    await eventually(() => Date.now()).toBeGreaterThan(now);
    const moment = Date.now();
    await eventually(() => Date.now()).toBeGreaterThan(moment);
    this.#moments.push(moment);
  }

  /** Returns the time (epoch ms) of a scan sent `late` moments later. Null for a scan sent at once. */
  scannedAt(late: number): number | null {
    return late === 0 ? null : (this.#moments[this.#momentBefore(late)] ?? null);
  }

  holders(): Record<string, string> {
    return Object.fromEntries([...this.#held].map(([unit, { holder }]) => [unit, holder]));
  }

  voted(): string[] {
    return [...this.#voted].sort();
  }

  /** Applies an act and returns the expected answer. */
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
  /** Returns the current time in moments: after the last recorded moment and before the next. */
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

  /**
   * Returns the units registered by a scan of a badge: the badge's unit, and free annexes or, for a take-back,
   * annexes with the same holder.
   */
  #ofBadge(badgeOf: string, takesBack: boolean): string[] {
    const from = this.#held.get(badgeOf)?.holder;
    const company = this.#units.filter(({ id, main }) => {
      const holder = this.#held.get(id)?.holder;
      return main === badgeOf && (holder === undefined || (takesBack && holder === from));
    });
    return [badgeOf, ...company.map(({ id }) => id)];
  }

  /** Returns the annexes of named units with the same other holder at the time of the scan. */
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

import { Profile } from '../../../shared/profiles.ts';
import type { SceneContext } from './context.ts';
import type { GuestName } from './world.ts';

/** World of a scene: server without joints, evening, or page of the components. */
export type Where = 'empty' | 'evening' | 'gallery';

/** Screen for a profile in a state. */
export interface Scene {
  /** Folder of the pictures. */
  screen: string;
  /** Route pattern of the router. */
  route: string;
  guest: GuestName;
  state: string;
  where: Where;
  /** True for a wall: also checked at wall sizes. */
  isWall?: boolean;
  /** Excluded axe rules, each with a reason. */
  excused?: Readonly<Record<string, string>>;
  /** Reason for allowed layout shifts. */
  jumps?: string;
  /** True for a separate browser context, because stored data or a fake clock would persist. */
  isAlone?: boolean;
  /**
   * Preceding state of the same screen and guest on the same page. Without a predecessor, the scene opens the screen.
   */
  after?: string;
  /** Puts the screen into the state. Resolves when reached. */
  reach(stage: SceneContext): Promise<void>;
}

/** Scene without the common fields of a list. */
export type Part = Omit<Scene, 'screen' | 'route' | 'where'> & { where?: Where };

/** Makes the scenes of a screen. */
export function screen(name: string, route: string, parts: readonly Part[]): Scene[] {
  return parts.map((part) => ({ ...part, where: part.where ?? 'evening', screen: name, route }));
}

/**
 * Makes consecutive states on one page, much cheaper than a page per state: the first part opens the screen, each
 * other part continues from the state before.
 */
export function inTurn(first: Part, further: Readonly<Record<string, Scene['reach']>>): Part[] {
  const parts = [first];
  for (const [state, reach] of Object.entries(further)) {
    const { guest, where, isWall, isAlone, state: after } = parts.at(-1) ?? first;
    parts.push({ guest, where, isWall, isAlone, state, after, reach });
  }
  return parts;
}

/** Loading state, then failed state, of a screen. @param which calls to hold; default: all */
export function waiting(guest: GuestName, open: Scene['reach'], which?: RegExp): Part[] {
  const loading: Part = {
    guest,
    state: 'loading',
    reach: async (stage) => {
      await stage.hold(which);
      await open(stage);
      await stage.isLoading();
    },
  };
  return inTurn(loading, {
    error: async (stage) => {
      await stage.fail(which);
      await stage.seesFault();
    },
  });
}

/** Profile of a guest, by the first word of the name. */
const profiles: Readonly<Record<string, Profile>> = {
  nobody: Profile.visitor,
  platform: Profile.full,
  admin: Profile.admin,
  owner: Profile.owner,
  display: Profile.display,
  operator: Profile.operator,
  code: Profile.qr,
  events: Profile.events,
};

const firstWord = (guest: GuestName): string => guest.split(' ')[0] ?? '';

export function profileOf({ guest }: Pick<Scene, 'guest'>): Profile {
  const profile = profiles[firstWord(guest)];
  if (profile === undefined) throw new Error(`Whose profile is '${guest}'?`);
  return profile;
}

/** Unique name of a scene: 'quorum/4-display-question-open'. */
export function nameOf(scene: Scene): string {
  const { screen: folder, guest, state } = scene;
  return `${folder}/${profileOf(scene)}-${firstWord(guest)}-${state.replaceAll(' ', '-')}`;
}

import { Profile } from '../../../shared/profiles.ts';
import type { SceneContext } from './scene-context.ts';
import type { GuestName } from './world.ts';

/** What a scene needs around it: a server without any joint, the evening, or the page of the components. */
export type Where = 'empty' | 'evening' | 'gallery';

/** One screen, as one profile sees it, in one state. */
export interface Scene {
  /** The screen's folder among the pictures. */
  screen: string;
  /** The route that shows it, as the router writes it. */
  route: string;
  guest: GuestName;
  state: string;
  where: Where;
  /** Looked at from afar: also taken at the sizes of a wall. */
  isWall?: boolean;
  /** Rules of axe that the scene cannot keep, each with why. */
  excused?: Readonly<Record<string, string>>;
  /** Why something may jump until it is there, where it has to. */
  jumps?: string;
  /** Has a browser context of its own, since what it keeps there or a clock of its own would stay. */
  isAlone?: boolean;
  /** The state of the same screen and guest that it follows on the same page; without one it opens the screen. */
  after?: string;
  /** Puts the screen into the state, and resolves when it is there. */
  reach(stage: SceneContext): Promise<void>;
}

/** A scene without what a list of scenes has in common. */
export type Part = Omit<Scene, 'screen' | 'route' | 'where'> & { where?: Where };

/** The scenes of one screen. */
export function screen(name: string, route: string, parts: readonly Part[]): Scene[] {
  return parts.map((part) => ({ ...part, where: part.where ?? 'evening', screen: name, route }));
}

/**
 * States that follow each other on one page, which costs a fraction of a page for each: the first part opens the
 * screen, every further one goes on from the state before it.
 */
export function inTurn(first: Part, further: Readonly<Record<string, Scene['reach']>>): Part[] {
  const parts = [first];
  for (const [state, reach] of Object.entries(further)) {
    const { guest, where, isWall, isAlone, state: after } = parts.at(-1) ?? first;
    parts.push({ guest, where, isWall, isAlone, state, after, reach });
  }
  return parts;
}

/** A screen that waits for its data, and then does not get it. @param which the calls that wait: all where left out */
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

/** The profile of whoever looks, from the first word of their name. */
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

/** Its name among all: 'quorum/4-display-question-open'. */
export function nameOf(scene: Scene): string {
  const { screen: folder, guest, state } = scene;
  return `${folder}/${profileOf(scene)}-${firstWord(guest)}-${state.replaceAll(' ', '-')}`;
}

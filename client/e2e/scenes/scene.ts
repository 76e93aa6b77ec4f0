import { Profile } from '../../../shared/profiles.ts';
import type { SceneContext } from './context.ts';
import type { GuestName } from './world.ts';

/**
 * Server and data for a scene: `empty` (server without joints), `evening` (joints with assemblies), or
 * `gallery` (test page with every component).
 */
export type Where = 'empty' | 'evening' | 'gallery';

/** Page of the application in a state, seen by a profile, for screenshots and checks. */
export interface Scene {
  /** Folder name for the screenshots of the screen. */
  screen: string;
  /** Path pattern of the route, as in the router. */
  route: string;
  /** Person with the page open: profile and joint. */
  guest: GuestName;
  /** Name of the state: 'loading', 'question open' …. */
  state: string;
  /** Server and data for the scene. */
  where: Where;
  /** True for a wall screen: also checked at large window sizes. */
  isWall?: boolean;
  /** Accessibility rules of axe not checked in the scene, each with the reason. */
  excused?: Readonly<Record<string, string>>;
  /** Reason to allow layout shifts in the scene. */
  jumps?: string;
  /** True to play the scene in a separate browser context, because stored data or a fake clock would stay. */
  isAlone?: boolean;
  /** State to play before, of the same screen and guest on the same page. Absent: the scene opens the screen. */
  after?: string;
  /** Brings the page into the state of the scene. Resolves once reached. */
  reach(stage: SceneContext): Promise<void>;
}

/** Scene as written in a list of scenes. `screen` fills in the missing fields. */
export type Part = Omit<Scene, 'screen' | 'route' | 'where'> & { where?: Where };

/** Returns the scenes of a screen (page of the application), with common name, route and data. */
export function screen(name: string, route: string, parts: readonly Part[]): Scene[] {
  return parts.map((part) => ({ ...part, where: part.where ?? 'evening', screen: name, route }));
}

/**
 * Returns scenes to be played in sequence on the same page: the first scene opens the screen, each further
 * scene continues. Faster than a page per scene.
 * @param further key: state of the scene. Value: steps from the scene before
 */
export function inTurn(first: Part, further: Readonly<Record<string, Scene['reach']>>): Part[] {
  const parts = [first];
  for (const [state, reach] of Object.entries(further)) {
    const { guest, where, isWall, isAlone, state: after } = parts.at(-1) ?? first;
    parts.push({ guest, where, isWall, isAlone, state, after, reach });
  }
  return parts;
}

/**
 * Returns two scenes of a screen: during loading, and after a failure.
 * @param which URL pattern of the requests without an answer; default: all
 */
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

/** Profile of a guest, by the first word of the guest's name. */
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
  if (profile === undefined) throw new Error(`The guest '${guest}' has no profile.`);
  return profile;
}

/** Unique name of a scene, used as file name of the screenshot: 'quorum/4-display-question-open'. */
export function nameOf(scene: Scene): string {
  const { screen: folder, guest, state } = scene;
  return `${folder}/${profileOf(scene)}-${firstWord(guest)}-${state.replaceAll(' ', '-')}`;
}

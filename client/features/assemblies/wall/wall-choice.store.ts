import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { onSessionEnd } from '../../../lib/session.store.ts';

interface WallChoice {
  /** What was picked to stay on the wall, by joint; none: it follows the assembly. */
  concepts: Readonly<Record<number, number>>;
  choose: (jointId: number, conceptId: number | null) => void;
}

/** Which concept each joint's wall shows, also after a reload. */
export const useWallChoice = create<WallChoice>()(
  persist(
    (set) => ({
      concepts: {},
      choose: (jointId, conceptId) =>
        set(({ concepts }) => {
          const { [jointId]: _before, ...others } = concepts;
          return { concepts: conceptId === null ? others : { ...others, [jointId]: conceptId } };
        }),
    }),
    { name: 'scaf.wall', storage: createJSONStorage(() => sessionStorage) },
  ),
);

onSessionEnd(() => {
  useWallChoice.setState({ concepts: {} });
  useWallChoice.persist.clearStorage();
});

import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { QuorumCheck } from '../../../../shared/assemblies/live.ts';
import { assemblyName, callNames } from '../../../../shared/assemblies/words.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { count, exactTime, units } from '../../../lib/format.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { useSession } from '../../../lib/session.store.ts';
import { setBare, toggleFullScreen, useIsBare, useIsFullScreen } from '../../../ui/bare-screen.ts';
import { cx } from '../../../ui/cx.ts';
import { Crest } from '../../../ui/face/joint-face.tsx';
import { Button } from '../../../ui/page.tsx';
import { setTheme, useTheme } from '../../../ui/theme.ts';
import { CurrentPoint } from '../agenda/current-point.tsx';
import { endOf } from '../live/assembly-over.tsx';
import { AnswerTime } from '../live/presence-card.tsx';
import { Speaking } from '../turns/speaking.tsx';
import styles from './bar.module.css';
import { useMayBuild, useWallView } from './building/wall-view.ts';
import { RoomCodeLine } from './room-code.tsx';

interface Props {
  live: LiveEntry;
  jointId: number;
  jointName: string;
}

/**
 * Header of the wall screen: joint, assembly, age of the data, and buttons.
 * @param live live state of the joint, with the age of the data
 */
export function WallBar({ live, jointId, jointName }: Props) {
  const profileId = useSession((state) => state.user?.profileId);
  const isBare = useIsBare();
  const mayShowRoom = useMayBuild(jointId);
  const mayLink = mayShowRoom && profileId !== Profile.display;
  const assembly = live.joint?.assembly;
  return (
    <header className={`wrap middle ${styles.bar}`}>
      <Crest className={styles.crest} />
      <div className={cx('grow', styles.names)}>
        <h1 className={styles.joint}>{jointName}</h1>
        <p className={styles.assembly}>
          {assembly &&
            `${assemblyName(assembly)} · ${callNames[assembly.call]} convocatoria${assemblyState(assembly)}`}
        </p>
        <CurrentPoint assembly={assembly ?? null} className={styles.point} />
        {assembly?.turns?.speaking != null && (
          <Speaking turn={assembly.turns.speaking} className={styles.turn} />
        )}
        {live.joint?.check != null && <WallCheck check={live.joint.check} />}
      </div>
      <div className={`row ${styles.end}`}>
        <div className={cx('row', styles.controls, isBare && styles.withdrawn)}>
          {mayLink && !isBare && <WallLink jointId={jointId} jointName={jointName} />}
          <WallControls jointId={jointId} />
        </div>
        <WallStatus live={live} />
        {mayShowRoom && (
          <RoomCodeLine jointId={jointId} assembly={assembly ?? null} className={styles.room} />
        )}
      </div>
    </header>
  );
}

/** Running check of presence, for viewers of the shared screen in the video meeting. */
function WallCheck({ check: { asked, confirmed, answerBy } }: { check: QuorumCheck }) {
  return (
    <section aria-label="Verificación de quórum" className={`tabular wrap ${styles.check}`}>
      <p>
        <strong>Confirme su presencia en su teléfono.</strong> Confirmaron {count(confirmed.apartments)} de{' '}
        {units(asked.apartments)}.
      </p>
      <AnswerTime answerBy={answerBy} over="El plazo terminó." className="bold" />
    </section>
  );
}

function assemblyState({ openedAt, closedAt }: { openedAt: string | null; closedAt: string | null }): string {
  if (closedAt !== null) return ' · Cerrada';
  return openedAt === null ? ' · En preparación' : '';
}

// Loaded on demand: other walls and phones never open the dialog.
const WallLinkDialog = lazy(() => import('../screens/wall-link-dialog.tsx'));

/** Button for operators to show the wall on another screen without a sign-in, by a link. */
function WallLink({ jointId, jointName }: { jointId: number; jointName: string }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpen(true);
    setOpened(true);
  };
  return (
    <>
      <Button variant="quiet" size="small" onPress={open}>
        Enlace para pantalla
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <WallLinkDialog
            jointId={jointId}
            jointName={jointName}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const statusWords: Record<LiveEntry['status'], string> = {
  connecting: 'Conectando',
  live: 'En vivo',
  polling: 'Sin conexión.',
};

/**
 * Age of the data on the wall screen. Screen readers hear only a change of status, since the time changes with
 * every poll.
 */
function WallStatus({ live }: { live: LiveEntry }) {
  if (endOf(live.joint) !== null) {
    return (
      <p className={`faint row ${styles.status}`} data-status={live.status}>
        <span role="status">Asamblea terminada</span>
      </p>
    );
  }
  const since = live.freshAt === null ? null : exactTime(new Date(live.freshAt).toISOString());
  return (
    <p className={cx('faint row', styles.status, styles[live.status])} data-status={live.status}>
      <span className={styles.dot} aria-hidden="true" />
      <span role="status">{statusWords[live.status]}</span>
      {live.status === 'polling' && since !== null && <span>Datos de las {since}</span>}
    </p>
  );
}

const paths = {
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2.5M12 19.500V22M2 12h2.500M19.5 12H22M4.9 4.900l1.8 1.800M17.3 17.300l1.8 1.800M4.9 19.100l1.8-1.800M17.3 6.700l1.8-1.8',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500Z',
  bare: 'M3 5h18v14H3ZM7 15h10',
  notBare: 'M3 5h18v14H3ZM3 9h18M3 16h18',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  building: 'M5 21V4h14v17M3 21h18M9 8h2M13 8h2M9 12h2M13 12h2M9 16h2M13 16h2',
  key: 'M4 4h16v16H4ZM10 17V8h5M10 12.500h4',
  notFull: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
};

interface IconProps {
  label: string;
  icon: string;
  onPress: () => void;
  /** True if the toggle button is pressed. Absent for other buttons. */
  isOn?: boolean;
  /** True to hide the button on phones: only useful on a big screen. */
  isOfScreen?: boolean;
}

/** Icon button of the wall screen. On phones the label stands beside the icon, because a phone shows no tooltip. */
function IconButton({ label, icon, onPress, isOn, isOfScreen = false }: IconProps) {
  return (
    <span title={label} className={cx(isOn === false && styles.off, isOfScreen && styles.ofScreen)}>
      <Button variant="quiet" size="small" aria-label={label} aria-pressed={isOn} onPress={onPress}>
        <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
          <path d={icon} />
        </svg>
        <span className={styles.word}>{label}</span>
      </Button>
    </span>
  );
}

/**
 * Buttons of the wall screen: building view, theme, bare screen, full screen, and the F key. Memoized without live
 * data: otherwise the buttons would render ten times a second.
 */
const WallControls = memo(function WallControls({ jointId }: { jointId: number }) {
  const theme = useTheme();
  const isBare = useIsBare();
  const isFullScreen = useIsFullScreen();
  const { isOn, toggle } = useWallKey();
  const mayBuild = useMayBuild(jointId);
  const view = useWallView();
  useFullScreenKey(isOn);
  const hint = isOn ? ' (F)' : '';
  return (
    <>
      {mayBuild && (
        <IconButton
          label="Ver el edificio"
          icon={paths.building}
          isOn={view.isBuilding}
          onPress={view.toggle}
        />
      )}
      <IconButton
        label={theme === 'dark' ? 'Fondo claro' : 'Fondo oscuro'}
        icon={theme === 'dark' ? paths.sun : paths.moon}
        onPress={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      />
      <IconButton
        label={isBare ? 'Salir del modo pantalla' : 'Modo pantalla'}
        icon={isBare ? paths.notBare : paths.bare}
        onPress={() => setBare(!isBare)}
        // Stays visible on phones in bare mode, to leave the mode.
        isOfScreen={!isBare}
      />
      <IconButton
        label={`${isFullScreen ? 'Salir de pantalla completa' : 'Pantalla completa'}${hint}`}
        icon={isFullScreen ? paths.notFull : paths.full}
        onPress={toggleFullScreen}
        isOfScreen
      />
      <IconButton
        label="Tecla F para pantalla completa"
        icon={paths.key}
        isOn={isOn}
        onPress={toggle}
        isOfScreen
      />
    </>
  );
});

/**
 * CSS selector of elements that use letter keys, to type or to search a list: the F key must not toggle full screen
 * there.
 */
const TYPING =
  'input, textarea, select, [contenteditable], [aria-haspopup], [role="listbox"], [role="dialog"], [role="alertdialog"]';

/** Toggles full screen with the F key, like a video player. `isOn`: false to ignore the key. */
function useFullScreenKey(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      toggleFullScreen();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

/**
 * Setting of this browser: true if the F key toggles full screen. Users of speech input can turn off the key (WCAG
 * 2.1.4).
 */
const useWallKey = create<{ isOn: boolean; toggle: () => void }>()(
  persist((set) => ({ isOn: true, toggle: () => set(({ isOn }) => ({ isOn: !isOn })) }), {
    name: 'scaf.wall.key',
  }),
);

import { useEffect } from 'react';
import { setBare, toggleFullScreen, useIsBare, useIsFullScreen } from '../../../ui/bare-screen.ts';
import { Button } from '../../../ui/button.tsx';
import { setTheme, useTheme } from '../../../ui/theme.ts';
import styles from './wall-bar.module.css';
import { useWallKey } from './wall-key.store.ts';

const paths = {
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2.5M12 19.500V22M2 12h2.500M19.5 12H22M4.9 4.900l1.8 1.800M17.3 17.300l1.8 1.800M4.9 19.100l1.8-1.800M17.3 6.700l1.8-1.8',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500Z',
  bare: 'M3 5h18v14H3ZM7 15h10',
  notBare: 'M3 5h18v14H3ZM3 9h18M3 16h18',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  key: 'M4 4h16v16H4ZM10 17V8h5M10 12.500h4',
  notFull: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
};

interface IconProps {
  label: string;
  icon: string;
  onPress: () => void;
  /** Of a switch: whether it is on. */
  isOn?: boolean;
}

function IconButton({ label, icon, onPress, isOn }: IconProps) {
  return (
    <span title={label} className={isOn === false ? styles.off : undefined}>
      <Button variant="quiet" size="small" aria-label={label} aria-pressed={isOn} onPress={onPress}>
        <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
          <path d={icon} />
        </svg>
      </Button>
    </span>
  );
}

/** Light and dark, without header and footer, full screen, and whether a key does that too. */
export function WallControls() {
  const theme = useTheme();
  const isBare = useIsBare();
  const isFullScreen = useIsFullScreen();
  const { isOn, toggle } = useWallKey();
  useFullScreenKey(isOn);
  const hint = isOn ? ' (F)' : '';
  return (
    <>
      <IconButton
        label={theme === 'dark' ? 'Fondo claro' : 'Fondo oscuro'}
        icon={theme === 'dark' ? paths.sun : paths.moon}
        onPress={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      />
      <IconButton
        label={isBare ? 'Salir del modo pantalla' : 'Modo pantalla'}
        icon={isBare ? paths.notBare : paths.bare}
        onPress={() => setBare(!isBare)}
      />
      <IconButton
        label={`${isFullScreen ? 'Salir de pantalla completa' : 'Pantalla completa'}${hint}`}
        icon={isFullScreen ? paths.notFull : paths.full}
        onPress={toggleFullScreen}
      />
      <IconButton label="Tecla F para pantalla completa" icon={paths.key} isOn={isOn} onPress={toggle} />
    </>
  );
}

/** Where a letter is something to type or to find in a list. */
const TYPING =
  'input, textarea, select, [contenteditable], [aria-haspopup], [role="listbox"], [role="dialog"], [role="alertdialog"]';

/** F is the full screen, as in any player. */
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

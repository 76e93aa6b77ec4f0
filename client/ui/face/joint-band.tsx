import { useEffect } from 'react';
import styles from './joint-band.module.css';
import { useShownFace } from './joint-face.tsx';

/** Band in the joint's colour at the top of the window. No element for a joint without a colour. */
export default function JointBand() {
  const { colour = null, ground = '', ink = '' } = useShownFace() ?? {};
  useEffect(() => {
    // An empty value removes the property: the colour of SCAF.
    document.documentElement.style.setProperty('--joint', colour && ground);
    document.documentElement.style.setProperty('--on-joint', colour && ink);
  }, [colour, ground, ink]);
  return colour === null ? null : <div className={styles.band} aria-hidden="true" data-band />;
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/**
 * Reason for a missing camera picture at the desk: page without TLS (`insecure`), no camera (`none`), permission
 * refused by the person (`denied`), or camera used by another program (`busy`).
 */
export type CameraFault = 'insecure' | 'none' | 'denied' | 'busy';

interface Torch {
  isOn: boolean;
  turn: (on: boolean) => void;
}

interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  fault: CameraFault | null;
  isRunning: boolean;
  /** Cameras of the device. The browser reveals the labels only after the user has allowed the camera. */
  choices: readonly { id: string; label: string }[];
  chosen: string | null;
  choose: (id: string) => void;
  /** Camera light with its state. Null if the camera has no light. */
  torch: Torch | null;
  retry: () => void;
}

/**
 * Requested camera resolution in pixels: enough for the bars of a badge at arm's length, at ten pictures a second.
 */
const PICTURE_SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } };

/**
 * Hook: shows the camera in a video element while the page is visible. Stops on a hidden page and on unmount.
 * Prefers the rear camera. Returns the ref for the video element, and the reason for a missing picture.
 */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const track = useRef<MediaStreamTrack | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ isRunning: boolean; fault: CameraFault | null }>(OFF);
  const [choices, setChoices] = useState<Camera['choices']>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [light, setLight] = useState<boolean | null>(null);
  const isLookedAt = useIsLookedAt();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt begins anew
  useEffect(() => {
    if (!isLookedAt) return;
    let isOver = false;
    let stream: MediaStream | null = null;
    const end = () => {
      for (const one of stream?.getTracks() ?? []) one.stop();
      track.current = null;
      if (video.current) video.current.srcObject = null;
    };
    const fail = (fault: CameraFault) => {
      end();
      if (!isOver) setState({ isRunning: false, fault });
    };
    const begin = async () => {
      stream = await openCamera(wanted);
      const [picture] = stream.getVideoTracks();
      if (isOver || !video.current || !picture) return end();
      track.current = picture;
      // Camera unplugged, or taken by the system.
      picture.addEventListener('ended', () => fail('none'));
      video.current.srcObject = stream;
      await video.current.play();
      if (isOver) return;
      setChosen(picture.getSettings().deviceId ?? null);
      setLight(hasTorch(picture) ? false : null);
      setState({ isRunning: true, fault: null });
      setChoices(await listCameras());
    };
    begin().catch((error: unknown) => fail(faultOf(error)));
    return () => {
      isOver = true;
      end();
      setState(OFF);
    };
  }, [wanted, attempt, isLookedAt]);

  const turn = useCallback((on: boolean) => {
    // Constraint missing in the DOM types.
    const constraints: object = { advanced: [{ torch: on }] };
    track.current?.applyConstraints(constraints).then(
      () => setLight(on),
      () => setLight(null),
    );
  }, []);

  return {
    video,
    ...state,
    choices,
    chosen,
    choose: setWanted,
    torch: light === null ? null : { isOn: light, turn },
    retry: () => setAttempt(attempt + 1),
  };
}

const OFF = { isRunning: false, fault: null };

function openCamera(deviceId: string | null): Promise<MediaStream> {
  // Without TLS, browsers hide the cameras.
  if (!window.isSecureContext) throw new DOMException('', 'SecurityError');
  const which =
    deviceId === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: deviceId } };
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { ...which, ...PICTURE_SIZE } });
}

async function listCameras(): Promise<Camera['choices']> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter((device) => device.kind === 'videoinput')
    .map((device, at) => ({ id: device.deviceId, label: device.label || `Cámara ${at + 1}` }));
}

function hasTorch(track: MediaStreamTrack): boolean {
  const abilities: object = track.getCapabilities?.() ?? {};
  return 'torch' in abilities && Boolean(abilities.torch);
}

function faultOf(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'SecurityError') return 'insecure';
  if (name === 'NotAllowedError') return 'denied';
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy';
  return 'none';
}

/** True while the page is visible. False in a background tab or on a locked phone. */
function useIsLookedAt(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const note = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  return isVisible;
}

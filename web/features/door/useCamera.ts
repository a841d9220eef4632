import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReadCode } from './read-codes.ts';

/** The pause between two reads: short enough for a queue, long enough for the phone's battery. */
const pauseMs = 90;

const whyNot = (error: unknown): string => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') {
    return 'The browser may not use the camera. Please allow it in the settings of this page, or find people by name.';
  }
  if (name === 'NotFoundError') return 'There is no camera here. Please find people by name.';
  return 'The camera could not be started. Please close other programs that use it, or find people by name.';
};

/**
 * Reads QR codes with the phone's rear camera.
 * @param reader may still be loading when the camera starts
 */
export function useCamera(reader: Promise<ReadCode>, onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(undefined);
  const [on, setOn] = useState(false);
  const [failure, setFailure] = useState('');
  const listener = useRef(onCode);
  listener.current = onCode;

  const stop = useCallback(() => {
    for (const track of stream.current?.getTracks() ?? []) track.stop();
    stream.current = undefined;
    setOn(false);
  }, []);

  const start = useCallback(async () => {
    setFailure('');
    try {
      if (!navigator.mediaDevices) throw new DOMException('', 'NotFoundError');
      const camera = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 960 } },
      });
      stream.current = camera;
      // Another app took the camera, or the phone was asleep.
      camera.getVideoTracks()[0]?.addEventListener('ended', stop);
      setOn(true);
    } catch (error) {
      setFailure(whyNot(error));
    }
  }, [stop]);

  useEffect(() => {
    const element = video.current;
    if (!on || !element || !stream.current) return;
    let ended = false;
    let timer: ReturnType<typeof setTimeout>;
    let awake: WakeLockSentinel | undefined;
    element.srcObject = stream.current;
    void element.play().catch(() => {});
    // Keeps the screen on, where the browser can.
    navigator.wakeLock
      ?.request('screen')
      .then((lock) => {
        if (ended) void lock.release();
        else awake = lock;
      })
      .catch(() => {});
    const look = async () => {
      try {
        const read = await reader;
        if (element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && element.videoWidth > 0) {
          const text = await read(element);
          if (text && !ended) listener.current(text);
        }
      } catch (error) {
        console.error(error);
        if (!ended) {
          setFailure('QR codes cannot be read here. Please find people by name.');
          stop();
          return;
        }
      }
      if (!ended) timer = setTimeout(() => void look(), pauseMs);
    };
    void look();
    return () => {
      ended = true;
      clearTimeout(timer);
      void awake?.release();
    };
  }, [on, reader, stop]);

  useEffect(() => stop, [stop]);
  return { video, on, failure, start, stop };
}

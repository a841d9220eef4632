import { type ReactNode, useEffect, useRef, useState } from 'react';
import { KeyHint, Shortcuts } from '#web/ui/dialogs/KeyHint.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { TurnIcon, ZoomInIcon, ZoomOutIcon } from '#web/ui/page/icons.tsx';
import styles from './ZoomableImage.module.css';

/** Percentages of the size that fits the box. */
const steps = [100, 150, 200, 300, 400];

/** The shortcuts of one picture among several. */
export interface ZoomKeys {
  larger: string;
  turn: string;
}

interface Props {
  src: string;
  alt: string;
  keys: ZoomKeys;
  onUnreadable: () => void;
  /** Further buttons of the picture. */
  children?: ReactNode;
}

interface Size {
  width: number;
  height: number;
}

/** A picture in a box: fitted at first; can be enlarged and scrolled to read small print, and rotated. */
export function ZoomableImage({ src, alt, keys, onUnreadable, children }: Props) {
  const [step, setStep] = useState(0);
  const [turns, setTurns] = useState(0);
  const [natural, setNatural] = useState<Size>();
  const frame = useRef<HTMLElement>(null);
  const box = useBox(frame);
  const percent = steps[step] ?? 100;
  const fitted = step === 0;

  const larger = () => setStep((step + 1) % steps.length);
  const turn = () => setTurns((turns + 1) % 4);
  const drawn = natural && box && sizesIn(natural, box, turns % 2 === 1, percent / 100);
  return (
    <div className={`flex flex-col grow ${styles.viewer}`}>
      <Shortcuts
        title={alt}
        of={[
          { keys: keys.larger, label: 'Zoom in; from the largest back to the whole', run: larger },
          { keys: keys.turn, label: 'Turn by 90 degrees', run: turn },
        ]}
      />
      {/* Focusable, so that it can be scrolled without a mouse. */}
      <section
        ref={frame}
        className={`border rounded ${styles.frame} grid`}
        // Also while the size of the picture is unknown.
        style={fitted ? { overflow: 'hidden' } : undefined}
        tabIndex={fitted ? undefined : 0}
        aria-label={`${alt}, ${percent}%${turns > 0 ? `, turned by ${turns * 90} degrees` : ''}`}
      >
        {/* As large as the rotated picture, because a CSS rotation does not change the layout. */}
        <div className={`${styles.room} relative`} style={drawn?.room}>
          <img
            className={styles.image}
            style={drawn && { ...drawn.image, transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` }}
            src={src}
            alt={alt}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setNatural({ width, height })
            }
            onError={onUnreadable}
          />
        </div>
      </section>
      <div className={`flex items-center ${styles.buttons} justify-center`}>
        <Button look="icon" aria-label={`Zoom out: ${alt}`} disabled={fitted} onClick={() => setStep(step - 1)}>
          <ZoomOutIcon />
        </Button>
        <span className={`text-muted text-14 text-center ${styles.percent}`} role="status">
          {fitted ? 'Fitted' : `${percent}%`}
        </span>
        <Button
          look="icon"
          aria-label={`Zoom in: ${alt}`}
          aria-keyshortcuts={keys.larger}
          disabled={step === steps.length - 1}
          onClick={larger}
        >
          <ZoomInIcon />
          <KeyHint keys={keys.larger} />
        </Button>
        <Button look="icon" aria-label={`Turn by 90 degrees: ${alt}`} aria-keyshortcuts={keys.turn} onClick={turn}>
          <TurnIcon />
          <KeyHint keys={keys.turn} />
        </Button>
        {children}
      </div>
    </div>
  );
}

/** The sizes of the picture and of its frame: fitted into the box in its rotation, times `scale`. */
function sizesIn(natural: Size, box: Size, lies: boolean, scale: number): { room: Size; image: Size } {
  const size = lies ? { width: natural.height, height: natural.width } : natural;
  // A small picture is enlarged to twice its size at most.
  const factor = Math.min(box.width / size.width, box.height / size.height, 2) * scale;
  const image = { width: natural.width * factor, height: natural.height * factor };
  return { image, room: lies ? { width: image.height, height: image.width } : image };
}

/** The inner size of an element, kept up to date. */
function useBox(element: React.RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    // Without the scrollbars, which come and go with the size of the picture.
    const measure = () => setSize({ width: watched.offsetWidth - 2, height: watched.offsetHeight - 2 });
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

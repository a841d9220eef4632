import ZoomIn from '@mui/icons-material/ZoomIn';
import ZoomOut from '@mui/icons-material/ZoomOut';
import IconButton from '@mui/material/IconButton';
import { useRef, useState } from 'react';
import styles from './ZoomableImage.module.css';

/** In percent of the size that fits the box. */
const steps = [100, 150, 200, 300, 400];

interface Props {
  src: string;
  alt: string;
  onUnreadable: () => void;
}

/** A picture in a box of its own: fitted at first, then larger and scrolled, so that small print can be read. */
export function ZoomableImage({ src, alt, onUnreadable }: Props) {
  const [step, setStep] = useState(0);
  const percent = steps[step] ?? 100;
  const fitted = step === 0;
  const frame = useRef<HTMLElement>(null);
  // What touches the box first when the picture grows: a phone's screenshot is fitted by its height.
  const [tall, setTall] = useState(false);
  const size = tall ? { height: `${percent}%` } : { width: `${percent}%` };
  return (
    <div>
      {/* What is scrolled must be reachable without a mouse. */}
      <section
        ref={frame}
        className={styles.frame}
        tabIndex={fitted ? undefined : 0}
        aria-label={`${alt}, ${percent}%`}
      >
        <img
          className={styles.image}
          data-fitted={fitted || undefined}
          style={fitted ? undefined : size}
          src={src}
          alt={alt}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            const box = frame.current;
            if (box) setTall(naturalHeight * box.clientWidth > naturalWidth * box.clientHeight);
          }}
          onError={onUnreadable}
        />
      </section>
      <div className={styles.buttons}>
        <IconButton aria-label={`Zoom out: ${alt}`} disabled={fitted} onClick={() => setStep(step - 1)}>
          <ZoomOut />
        </IconButton>
        <span className={styles.percent} role="status">
          {fitted ? 'Fitted' : `${percent}%`}
        </span>
        <IconButton
          aria-label={`Zoom in: ${alt}`}
          disabled={step === steps.length - 1}
          onClick={() => setStep(step + 1)}
        >
          <ZoomIn />
        </IconButton>
      </div>
    </div>
  );
}

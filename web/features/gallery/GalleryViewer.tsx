import { type KeyboardEvent, type TouchEvent, useRef } from 'react';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './GalleryViewer.module.css';

interface Props {
  images: GalleryImage[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** A touch that moves less than this many pixels is a press. */
const swipeDistance = 48;

/** One large picture over a dark page: arrow keys, swipes and buttons change it, Escape closes. */
export function GalleryViewer({ images, index, onMove, onClose }: Props) {
  const touchedAt = useRef<number | null>(null);
  const image = images[index];
  if (!image) return null;

  const move = (by: number) => onMove((index + by + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(-1);
    else if (event.key === 'ArrowRight') move(1);
    else if (event.key === 'Home') onMove(0);
    else if (event.key === 'End') onMove(images.length - 1);
    else return;
    event.preventDefault();
  };
  const onTouchEnd = (event: TouchEvent) => {
    const from = touchedAt.current;
    const to = event.changedTouches[0]?.clientX;
    touchedAt.current = null;
    if (from === null || to === undefined || Math.abs(to - from) < swipeDistance) return;
    move(to < from ? 1 : -1);
  };

  return (
    <Dialog
      className={`${styles.viewer} flush pad-0 white`}
      aria-label={`Picture ${index + 1} of ${images.length}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onTouchStart={(event) => {
        touchedAt.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
      }}
      onTouchEnd={onTouchEnd}
    >
      <Picture
        key={image._id}
        className={styles.picture}
        picture={image.picture}
        sizes="100vw"
        first
        alt={`Gallery, ${index + 1} of ${images.length}`}
      />
      <p className={`${styles.count} flush`} aria-live="polite">
        {index + 1} / {images.length}
      </p>
      <button type="button" className={`${styles.button} round grid white pressed ${styles.close}`} onClick={onClose}>
        <span aria-hidden="true">✕</span>
        <span className="unseen">Close</span>
      </button>
      {images.length > 1 && (
        <>
          <button
            type="button"
            className={`${styles.button} round grid white pressed ${styles.previous}`}
            onClick={() => move(-1)}
          >
            <span aria-hidden="true">‹</span>
            <span className="unseen">Previous picture</span>
          </button>
          <button
            type="button"
            className={`${styles.button} round grid white pressed ${styles.next}`}
            onClick={() => move(1)}
          >
            <span aria-hidden="true">›</span>
            <span className="unseen">Next picture</span>
          </button>
        </>
      )}
    </Dialog>
  );
}

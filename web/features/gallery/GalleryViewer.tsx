import { type KeyboardEvent, type TouchEvent, useEffect, useRef } from 'react';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import { useBackCloses } from '#web/lib/browser/open-dialogs.ts';
import { t } from '#web/lib/languages/text.ts';
import { Picture } from '#web/ui/page/Picture.tsx';
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
  const dialog = useRef<HTMLDialogElement>(null);
  const touchedAt = useRef<number | null>(null);
  const image = images[index];
  useEffect(() => {
    // The native dialog traps the focus and returns it to the tile when it closes.
    dialog.current?.showModal();
  }, []);
  useBackCloses(image !== undefined, () => dialog.current?.close());
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
    <dialog
      ref={dialog}
      className={`dialog text-white ${styles.viewer}`}
      aria-label={t(`Picture ${index + 1} of ${images.length}`)}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onTouchStart={(event) => {
        touchedAt.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
      }}
      onTouchEnd={onTouchEnd}
    >
      <Picture
        key={image.id}
        className={styles.picture}
        picture={image.picture}
        sizes="100vw"
        first
        alt={t(`Gallery, ${index + 1} of ${images.length}`)}
      />
      <p className={`m-0 ${styles.count}`} aria-live="polite">
        {index + 1} / {images.length}
      </p>
      <button type="button" className={`bare ${styles.button} ${styles.close}`} onClick={() => dialog.current?.close()}>
        <span aria-hidden="true">✕</span>
        <span className="sr-only">{t('Close')}</span>
      </button>
      {images.length > 1 && (
        <>
          <button type="button" className={`bare ${styles.button} ${styles.previous}`} onClick={() => move(-1)}>
            <span aria-hidden="true">‹</span>
            <span className="sr-only">{t('Previous picture')}</span>
          </button>
          <button type="button" className={`bare ${styles.button} ${styles.next}`} onClick={() => move(1)}>
            <span aria-hidden="true">›</span>
            <span className="sr-only">{t('Next picture')}</span>
          </button>
        </>
      )}
    </dialog>
  );
}

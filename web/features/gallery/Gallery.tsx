import { useState } from 'react';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import { t } from '#web/lib/languages/text.ts';
import { Picture } from '#web/ui/page/Picture.tsx';
import styles from './Gallery.module.css';
import { GalleryViewer } from './GalleryViewer.tsx';

/** The pictures; a press opens one large. Without a script the link opens the picture itself. */
export function Gallery({ images }: { images: GalleryImage[] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <ul className="grid gap-2 grid-cols-2-from-sm grid-cols-3-from-md">
        {images.map((image, index) => (
          <li key={image.id}>
            <a
              className={`block overflow-hidden rounded ${styles.tile}`}
              href={image.address}
              aria-haspopup="dialog"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                setOpen(index);
              }}
            >
              <Picture
                picture={image.picture}
                alt={t(`Gallery, ${index + 1} of ${images.length}`)}
                first={index < 3}
                sizes="(min-width: 1264px) 389px, (min-width: 900px) 31vw, (min-width: 600px) 46vw, 92vw"
                className={`size-full object-cover ${styles.picture}`}
              />
            </a>
          </li>
        ))}
      </ul>
      {open !== null && <GalleryViewer images={images} index={open} onMove={setOpen} onClose={() => setOpen(null)} />}
    </>
  );
}

import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { listGallery } from '#shared/contracts/gallery.ts';
import { GalleryViewer } from '#web/features/gallery/GalleryViewer.tsx';
import { api } from '#web/lib/api.ts';
import { type PageMeta, quietly } from '#web/lib/page.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import { NotLoaded } from '#web/ui/TryAgain.tsx';
import styles from './GalleryPage.module.css';

export async function loader() {
  const answer = await quietly(api(listGallery));
  return { images: answer?.data ?? null };
}

export const meta = (data?: Awaited<ReturnType<typeof loader>>): PageMeta => ({
  title: 'Gallery',
  description: 'Pictures from the meetings and conferences of the association.',
  image: data?.images?.[0]?.Image.replace(/\d+\.webp$/, 'og.jpg'),
});

export function Component() {
  const { images } = useLoaderData<typeof loader>();
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <PageTitle title="Gallery" />
      <div className="wrap page-body">
        {images === null ? (
          <NotLoaded what="The pictures" />
        ) : images.length === 0 ? (
          <p className="muted">There are no pictures yet. Please come back soon.</p>
        ) : (
          <ul className="stack two-from-sm three-from-md">
            {images.map((image, index) => (
              <li key={image._id}>
                {/* Without a script the link opens the picture itself. */}
                <a
                  className={`block clips rounded ${styles.tile}`}
                  href={image.Image}
                  aria-haspopup="dialog"
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    setOpen(index);
                  }}
                >
                  <Picture
                    picture={image.picture}
                    alt={`Gallery, ${index + 1} of ${images.length}`}
                    first={index < 3}
                    sizes="(min-width: 1264px) 389px, (min-width: 900px) 31vw, (min-width: 600px) 46vw, 92vw"
                    className={`fills ${styles.picture}`}
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {images && open !== null && (
        <GalleryViewer images={images} index={open} onMove={setOpen} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

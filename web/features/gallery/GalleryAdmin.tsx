import Button from '@mui/material/Button';
import { useState } from 'react';
import { deleteGalleryImage, listGallery } from '#shared/contracts/gallery.ts';
import { api } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/useAttempt.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import { useKeptFocus } from '#web/ui/useKeptFocus.ts';
import styles from './GalleryAdmin.module.css';
import { UploadDialog } from './UploadDialog.tsx';

/** The gallery's pictures, to add to and to delete from. */
export function GalleryAdmin() {
  const list = useLoad(listGallery, {});
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<string | null>(null);
  const { attempt } = useAttempt();
  const kept = useKeptFocus<HTMLDivElement>();
  const remove = async () => {
    if (deleting && (await attempt(() => api(deleteGalleryImage, { query: { id: deleting } })))) list.reload();
  };
  const doomed = list.data?.data.find(({ _id }) => _id === deleting);
  return (
    <>
      <PageHeader title="Gallery" text="The newest pictures stand first.">
        <Button onClick={() => setAdding(true)}>Add Images</Button>
      </PageHeader>
      <div className={styles.list} {...kept}>
        <Loaded of={list}>
          {({ data }) =>
            data.length === 0 ? (
              <p className={styles.empty}>There are no pictures yet. Add the first ones.</p>
            ) : (
              <ul className={styles.grid}>
                {data.map((image, index) => (
                  <li key={image._id} className={styles.tile}>
                    <Picture
                      picture={image.picture}
                      alt={`Number ${index + 1} of ${data.length}`}
                      sizes="(min-width: 1200px) 280px, (min-width: 600px) 40vw, 92vw"
                      className={styles.picture}
                    />
                    <Button
                      variant="outlined"
                      color="error"
                      size="small"
                      aria-label={`Delete picture ${index + 1}`}
                      onClick={() => setDeleting(image._id)}
                    >
                      Delete
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {adding && <UploadDialog onClose={() => setAdding(false)} onAdded={list.reload} />}
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this picture?"
        confirmLabel="Delete"
        danger
        onConfirm={remove}
        onClose={() => setDeleting(null)}
      >
        {doomed && <img src={doomed.Image} alt="The one to delete" className={styles.doomed} />}
        <p>It disappears from the public gallery. This cannot be taken back.</p>
      </ConfirmDialog>
    </>
  );
}

import { useState } from 'react';
import { deleteGalleryImage, type GalleryImage, listGallery } from '#shared/contracts/gallery.ts';
import { pageNumber, useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { Picture } from '#web/ui/page/Picture.tsx';
import { useKeptFocus } from '#web/ui/page/useKeptFocus.ts';
import { pageOf } from '#web/ui/tables/DataTable.tsx';
import { Pager } from '#web/ui/tables/Pager.tsx';
import styles from './GalleryAdmin.module.css';
import { UploadDialog } from './UploadDialog.tsx';

/** Manages the gallery's pictures. */
export function Component() {
  const list = useLoad(listGallery, {});
  const [address, change] = useQueryState({ page: '1' });
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<string | null>(null);
  const { attempt } = useAttempt();
  const focus = useKeptFocus<HTMLDivElement>();
  const remove = async () => {
    if (deleting && (await attempt(() => api(deleteGalleryImage, { query: { id: deleting } })))) list.reload();
  };
  const doomed = list.data?.data.find(({ id }) => id === deleting);
  return (
    <>
      <PageHeader title="Gallery" text="The newest pictures come first.">
        <Button onClick={() => setAdding(true)}>Add Images</Button>
      </PageHeader>
      <div className={styles.list} {...focus}>
        <Loaded of={list}>
          {({ data }) => {
            if (data.length === 0)
              return (
                <p className="card text-muted text-center m-0 px-2 py-5">
                  There are no pictures yet. Add the first ones.
                </p>
              );
            const { page, shown } = pageOf(data, pageNumber(address.page));
            return (
              <>
                <ul className={`grid gap-2 grid-cols-2 ${styles.grid}`}>
                  {shown.map((image) => (
                    <Tile
                      key={image.id}
                      image={image}
                      number={data.indexOf(image) + 1}
                      total={data.length}
                      onDelete={() => setDeleting(image.id)}
                    />
                  ))}
                </ul>
                <Pager page={page} total={data.length} onPage={(next) => change({ page: String(next) })} />
              </>
            );
          }}
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
        {doomed && (
          <img src={doomed.address} alt="The one to delete" className={`${styles.doomed} block mb-2 rounded`} />
        )}
        <p>It disappears from the public gallery. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}

interface TileProps {
  image: GalleryImage;
  /** Its position among all pictures, from 1. */
  number: number;
  total: number;
  onDelete: () => void;
}

function Tile({ image, number, total, onDelete }: TileProps) {
  return (
    <li className="card grid gap-1 p-1">
      <Picture
        picture={image.picture}
        alt={`Number ${number} of ${total}`}
        sizes="(min-width: 700px) 190px, 45vw"
        className={`object-cover rounded-4px ${styles.picture}`}
      />
      <Button small look="outlined" danger aria-label={`Delete picture ${number}`} onClick={onDelete}>
        Delete
      </Button>
    </li>
  );
}

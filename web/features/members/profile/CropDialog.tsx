import { useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { t } from '#web/lib/languages/text.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import styles from './CropDialog.module.css';
import { cropToSquare } from './crop-to-square.ts';

interface CropProps {
  address: string;
  onClose: () => void;
  /** Called with null if the browser could not read the picture. */
  onCropped: (file: File | null) => void;
}

/** Chooses the square of a picture that is shown. */
export function CropDialog({ address, onClose, onCropped }: CropProps) {
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [busy, setBusy] = useState(false);
  const use = async () => {
    if (!image.current || !crop) return;
    setBusy(true);
    onCropped(await cropToSquare(image.current, crop));
  };
  return (
    <ModalDialog
      open
      title={t('Choose the part to show')}
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button look="outlined" onClick={onClose} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button onClick={use} disabled={busy || !crop}>
            {t('Use this picture')}
          </Button>
        </>
      }
    >
      <div className="flex justify-center">
        <ReactCrop
          crop={crop}
          aspect={1}
          keepSelection
          minWidth={48}
          ariaLabels={{
            cropArea: t('The part to show; move it with the arrow keys'),
            nwDragHandle: t('Upper left corner'),
            nDragHandle: t('Upper edge'),
            neDragHandle: t('Upper right corner'),
            eDragHandle: t('Right edge'),
            seDragHandle: t('Lower right corner'),
            sDragHandle: t('Lower edge'),
            swDragHandle: t('Lower left corner'),
            wDragHandle: t('Left edge'),
          }}
          onChange={(_, percent) => setCrop(percent)}
        >
          <img
            ref={image}
            src={address}
            alt={t('The chosen file')}
            className={styles.source}
            onError={() => onCropped(null)}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setCrop(
                centerCrop(
                  makeAspectCrop({ unit: '%', width: 90 }, 1, naturalWidth, naturalHeight),
                  naturalWidth,
                  naturalHeight,
                ),
              )
            }
          />
        </ReactCrop>
      </div>
    </ModalDialog>
  );
}

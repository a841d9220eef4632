import { useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import { unreadablePicture } from '#web/features/members/fields/prepare-file.ts';
import { Button } from '#web/ui/page/Button.tsx';
import 'react-image-crop/dist/ReactCrop.css';
import { MemberPicture } from '#web/features/members/MemberPicture.tsx';
import { t } from '#web/lib/text.ts';
import { useBlobAddress } from '#web/lib/useBlobAddress.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { fileProblem } from '#web/ui/forms/FilePicker.tsx';
import { cropToSquare } from './crop-to-square.ts';
import styles from './ProfilePicturePicker.module.css';
import type { OwnFile } from './useOwnFile.ts';

interface Props {
  /** The stored picture's address. */
  current: string | null;
  file: OwnFile;
}

/** A click on the picture chooses another one, which is cropped to a square and saved at once. */
export function ProfilePicturePicker({ current, file: { value, progress, error, choose: onChange } }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [problem, setProblem] = useState('');
  const chosenAddress = useBlobAddress(chosen);
  const valueAddress = useBlobAddress(value);
  const message = problem || error;

  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = fileProblem(file, 'image') ?? '';
    setProblem(found);
    if (!found) setChosen(file);
    // Lets the same file be chosen again.
    if (input.current) input.current.value = '';
  };

  return (
    <div className="stack gap-1 starts">
      <button
        type="button"
        className={`field ${styles.button} grid clips pad-0 pressed`}
        aria-describedby="picture-text"
        disabled={progress !== null}
        onClick={() => input.current?.click()}
      >
        <MemberPicture address={valueAddress ?? current} size={160} />
        <span className="small strong navy pad-1">Upload Profile Pic</span>
      </button>
      <input
        ref={input}
        className="unseen"
        type="file"
        name="profile_Pic"
        accept="image/*"
        tabIndex={-1}
        aria-label="Profile picture file"
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <p
        id="picture-text"
        className={message ? 'small flush up-to-320 bad' : 'muted small flush up-to-320'}
        aria-live="polite"
      >
        {(message && t(message)) ||
          'Click the picture to choose another one, which is saved at once. JPEG, PNG or WebP, up to 10 MB.'}
      </p>
      {value && progress === null && (
        <Button look="text" small onClick={() => onChange(null)}>
          {current ? 'Keep the old picture' : 'Remove the picture'}
        </Button>
      )}
      {chosen && chosenAddress && (
        <CropDialog
          address={chosenAddress}
          onClose={() => setChosen(null)}
          onCropped={(file) => {
            setChosen(null);
            if (file) onChange(file);
            else setProblem(unreadablePicture);
          }}
        />
      )}
    </div>
  );
}

interface CropProps {
  address: string;
  onClose: () => void;
  /** Called with null if the browser could not read the picture. */
  onCropped: (file: File | null) => void;
}

function CropDialog({ address, onClose, onCropped }: CropProps) {
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
      title="Choose the part to show"
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button look="outlined" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button onClick={use} disabled={busy || !crop}>
            Use this picture
          </Button>
        </>
      }
    >
      <div className="flex middle">
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
            alt="The chosen file"
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

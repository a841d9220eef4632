import { Suspense, useRef, useState } from 'react';
import { unreadablePicture } from '#web/features/members/fields/prepare-file.ts';
import { MemberPicture } from '#web/features/members/MemberPicture.tsx';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { useBlobAddress } from '#web/lib/browser/useBlobAddress.ts';
import { t } from '#web/lib/languages/text.ts';
import { fileProblem } from '#web/ui/forms/FilePicker.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import styles from './ProfilePicturePicker.module.css';
import type { OwnFile } from './useOwnFile.ts';

const CropDialog = lazyPart(() => import('./CropDialog.tsx'), 'CropDialog');

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
    const problem = fileProblem(file, 'image') ?? '';
    setProblem(problem);
    if (!problem) setChosen(file);
    // Lets the same file be chosen again.
    if (input.current) input.current.value = '';
  };

  return (
    <div className="grid gap-1 justify-items-start">
      <button
        type="button"
        className={`field ${styles.button} grid overflow-hidden p-0 cursor-pointer`}
        aria-describedby="picture-text"
        disabled={progress !== null}
        onClick={() => input.current?.click()}
      >
        <MemberPicture address={valueAddress ?? current} size={160} />
        <span className="text-14 font-semibold text-navy p-1">{t('Upload Profile Pic')}</span>
      </button>
      <input
        ref={input}
        className="sr-only"
        type="file"
        name="picture"
        accept="image/*"
        tabIndex={-1}
        aria-label={t('Profile picture file')}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <p
        id="picture-text"
        className={message ? 'text-14 m-0 max-w-320 text-bad' : 'text-muted text-14 m-0 max-w-320'}
        aria-live="polite"
      >
        {(message && t(message)) ||
          t('Click the picture to choose another one, which is saved at once. JPEG, PNG or WebP, up to 10 MB.')}
      </p>
      {value && progress === null && (
        <Button look="text" small onClick={() => onChange(null)}>
          {current ? t('Keep the old picture') : t('Remove the picture')}
        </Button>
      )}
      {chosen && chosenAddress && (
        <Suspense>
          <CropDialog
            address={chosenAddress}
            onClose={() => setChosen(null)}
            onCropped={(file) => {
              setChosen(null);
              if (file) onChange(file);
              else setProblem(unreadablePicture);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

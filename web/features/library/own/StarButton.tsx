import { useState } from 'react';
import { type LibraryDocument, starDocument } from '#shared/contracts/library.ts';
import { api } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/useAttempt.ts';
import { StarIcon, StarOutlineIcon } from '#web/ui/page/icons.tsx';

interface Props {
  document: Pick<LibraryDocument, '_id' | 'title' | 'starred'>;
  onChanged: () => void;
}

/** Keeps a document among one's own. */
export function StarButton({ document: { _id: id, title, starred = false }, onChanged }: Props) {
  const [shown, setShown] = useState<boolean>();
  const { busy, attempt } = useAttempt();
  const kept = shown ?? starred;
  const change = async () => {
    setShown(!kept);
    const done = await attempt(() => api(starDocument, { params: { id }, body: { starred: !kept } }));
    if (!done) setShown(kept);
    onChanged();
  };
  return (
    <button
      type="button"
      className={`square bare rounded ${kept ? 'saffron' : 'muted'}`}
      aria-pressed={kept}
      aria-label={`Keep “${title}” among my documents`}
      disabled={busy}
      onClick={() => void change()}
    >
      {kept ? <StarIcon /> : <StarOutlineIcon />}
    </button>
  );
}

import { useState } from 'react';
import { type LibraryDocument, starDocument } from '#shared/contracts/library.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { t } from '#web/lib/languages/text.ts';
import { StarIcon, StarOutlineIcon } from '#web/ui/page/icons.tsx';

interface Props {
  document: Pick<LibraryDocument, 'id' | 'title' | 'starred'>;
  onChanged: () => void;
}

/** Keeps a document among one's own. */
export function StarButton({ document: { id, title, starred = false }, onChanged }: Props) {
  const [shown, setShown] = useState<boolean>();
  const { busy, attempt } = useAttempt();
  const isStarred = shown ?? starred;
  const change = async () => {
    setShown(!isStarred);
    const done = await attempt(() => api(starDocument, { params: { id }, body: { starred: !isStarred } }));
    if (!done) setShown(isStarred);
    onChanged();
  };
  return (
    <button
      type="button"
      className={`touch-square bare rounded ${isStarred ? 'text-saffron' : 'text-muted'}`}
      aria-pressed={isStarred}
      aria-label={t(`Keep “${title}” among my documents`)}
      disabled={busy}
      onClick={() => void change()}
    >
      {isStarred ? <StarIcon /> : <StarOutlineIcon />}
    </button>
  );
}

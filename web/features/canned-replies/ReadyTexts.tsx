import { Suspense, useEffect, useRef, useState } from 'react';
import { listTexts, type ReadyText, type TextKind } from '#shared/contracts/canned-replies.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import type { Shortcut } from '#web/lib/browser/shortcuts.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { KeyHint, Shortcuts } from '#web/ui/dialogs/KeyHint.tsx';
import { Button } from '#web/ui/page/Button.tsx';

const TextsDialog = lazyPart(() => import('./TextsDialog.tsx'), 'TextsDialog');

interface Props {
  kind: TextKind;
  onPick: (text: string, fields: readonly string[]) => void;
  /** Takes the focus once the texts have loaded, so that a digit inserts one; `onNone` is called if there are none. */
  takeFocus?: boolean;
  onNone?: () => void;
}

const withKeys = 9;

/** Buttons that insert prepared texts; the first nine also by a digit. */
export function ReadyTexts({ kind, onPick, takeFocus = false, onNone }: Props) {
  const { data, failed, reload } = useLoad(listTexts, { query: { kind } });
  const [managing, setManaging] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const waiting = useRef(takeFocus);
  const texts = data?.data ?? [];

  useEffect(() => {
    if (!waiting.current || !(data || failed)) return;
    waiting.current = false;
    if (first.current) first.current.focus();
    else onNone?.();
  }, [data, failed, onNone]);

  const pick = ({ text, fields }: ReadyText) => onPick(text, fields);
  const shortcuts = texts
    .slice(0, withKeys)
    .map((text, index): Shortcut => ({ keys: String(index + 1), label: text.title, run: () => pick(text) }));
  return (
    <fieldset className="flex flex-wrap items-center gap-1" aria-label="Ready-made texts">
      <Shortcuts title="Ready-made texts" of={shortcuts} />
      {texts.map((text, index) => (
        <Button
          key={text.id}
          ref={index === 0 ? first : undefined}
          small
          look="outlined"
          title={text.text}
          onClick={() => pick(text)}
        >
          {text.title}
          {index < withKeys && <KeyHint keys={String(index + 1)} />}
        </Button>
      ))}
      <Button small look="text" onClick={() => setManaging(true)}>
        {texts.length === 0 ? 'Keep texts ready' : 'Edit these texts'}
      </Button>
      <Suspense>
        {managing && <TextsDialog kind={kind} texts={texts} onClose={() => setManaging(false)} reload={reload} />}
      </Suspense>
    </fieldset>
  );
}

import { messages } from '#shared/messages.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { type Suggestion, useSuggestions } from './suggestions.ts';

interface Props {
  /** The text that was searched for in names. */
  text: string;
  onChoose: (change: Suggestion['change']) => void;
  /** Absent if there are no filters. */
  onReset?: (() => void) | undefined;
}

/** An empty result, with filters that the searched text may have meant. */
export function NobodyFound({ text, onChoose, onReset }: Props) {
  const suggestions = useSuggestions(text);
  return (
    <div className="card text-muted text-center tight px-2 py-5">
      <p>{t(messages.empty.directory)}</p>
      {suggestions.length > 0 && (
        <>
          <p className="mt-2">
            <T>Nobody found by the name “{text.trim()}”. Did you mean:</T>
          </p>
          <ul className="flex flex-wrap justify-center gap-1 mt-2">
            {suggestions.map(({ label, change }) => (
              <li key={label}>
                <Button look="outlined" onClick={() => onChoose(change)}>
                  {label}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {onReset && (
        <p className="mt-2">
          <Button look="outlined" onClick={onReset}>
            {t('Show all members')}
          </Button>
        </p>
      )}
    </div>
  );
}

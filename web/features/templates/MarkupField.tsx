import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Form, Path } from '#web/lib/forms/useForm.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { BoldIcon, LinksIcon, ListIcon } from '#web/ui/page/icons.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import styles from './MarkupField.module.css';
import { bold, type Edit, link, list, type Selected } from './markup-edits.ts';

interface Props<Values extends object> {
  control: Form<Values>['control'];
  name: Path<Values>;
  label: string;
  rows: number;
  /** What stands before the text in the mail. */
  before?: ReactNode;
}

/** Replaces a part of the field's text as if it were typed, so that it can be taken back. */
function apply(field: HTMLTextAreaElement, { from, to, words, select }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  if (!document.execCommand('insertText', false, words)) {
    field.setRangeText(words, from, to, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(from + select[0], from + select[1]);
}

const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** The text of a mail, with buttons for what its marks do. */
export function MarkupField<Values extends object>({ control, name, label, rows, before }: Props<Values>) {
  const box = useRef<HTMLDivElement>(null);
  const field = () => box.current?.querySelector('textarea');
  const [linking, setLinking] = useState<Selected>();
  const edit = (change: (selected: Selected) => Edit) => {
    const element = field();
    if (element) apply(element, change(selectedIn(element)));
  };
  const askForLink = () => {
    const element = field();
    if (element) setLinking(selectedIn(element));
  };
  const tools = [
    { label: 'Bold', Icon: BoldIcon, key: 'b', run: () => edit(bold) },
    { label: 'List', Icon: ListIcon, key: undefined, run: () => edit(list) },
    { label: 'Link', Icon: LinksIcon, key: 'k', run: askForLink },
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const tool = tools.find(({ key }) => key === event.key.toLowerCase());
    if (!tool) return;
    event.preventDefault();
    tool.run();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the field inside
    <div ref={box} className={styles.box} onKeyDown={onKeyDown}>
      <Field
        control={control}
        name={name}
        label={label}
        required
        rows={rows}
        maxLength={limits.letterLength}
        hint={messages.markup}
        above={
          <>
            <div role="toolbar" aria-label="Format" className={`flex items-center ${styles.tools} bg-paper`}>
              {tools.map(({ label: word, Icon, key, run }) => (
                <button
                  key={word}
                  type="button"
                  className={`inline-flex items-center min-h-touch bare tints ${styles.tool} font-semibold text-navy`}
                  title={key && `Ctrl+${key.toUpperCase()}`}
                  aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
                  // The selection stays.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={run}
                >
                  <Icon fontSize="small" />
                  {word}
                </button>
              ))}
            </div>
            {before && (
              <div className={`text-muted break-anywhere whitespace-pre-line ${styles.before} bg-surface`}>
                {before}
              </div>
            )}
          </>
        }
      />
      {linking && (
        <LinkDialog
          words={linking.text.slice(linking.start, linking.end).trim()}
          onClose={() => setLinking(undefined)}
          onLink={(words, address) => {
            setLinking(undefined);
            // After the dialog has given the focus back.
            setTimeout(() => {
              const element = field();
              if (element) apply(element, link(linking, words, address));
            });
          }}
        />
      )}
    </div>
  );
}

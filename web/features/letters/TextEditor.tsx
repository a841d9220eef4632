import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { InputRule, inputRules, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { Fragment, Slice } from 'prosemirror-model';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { LinkDialog } from '#web/features/templates/LinkDialog.tsx';
import { FieldFrame } from '#web/ui/forms/FieldFrame.tsx';
import { BoldIcon, LinksIcon, ListIcon } from '#web/ui/page/icons.tsx';
import styles from './TextEditor.module.css';
import { documentOf, textOf, textSchema } from './text-document.ts';

const { nodes, marks } = textSchema;

export interface TextEditorProps {
  label: string;
  /** As it is stored. */
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  disabled: boolean;
  /** What stands before the text in the mail. */
  before: ReactNode;
  /** Hands out what puts the focus into the text, as after a refusal. */
  focusRef: (field: { focus: () => void } | null) => void;
}

const isInList = ({ selection }: EditorState) => selection.$from.node(-1)?.type === nodes.item;

const toggleList: Command = (state, dispatch) =>
  isInList(state) ? liftListItem(nodes.item)(state, dispatch) : wrapInList(nodes.list)(state, dispatch);

/** A new line in a paragraph; an item has only one. */
const newLine: Command = chainCommands(exitCode, (state, dispatch) => {
  if (isInList(state)) return splitListItem(nodes.item)(state, dispatch);
  dispatch?.(state.tr.replaceSelectionWith(nodes.line.create()).scrollIntoView());
  return true;
});

/** Words typed between two stars on each side become bold. */
const boldRule = new InputRule(/\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, (state, [, words = ''], from, to) =>
  state.tr.replaceWith(from, to, textSchema.text(words, [marks.bold.create()])).removeStoredMark(marks.bold),
);

/** The plugins of a new state: the keys, taking back, and what is typed as marks. */
const plugins = (askForLink: () => void) => [
  history(),
  inputRules({ rules: [boldRule, wrappingInputRule(/^\s*[-*•]\s$/, nodes.list)] }),
  keymap({
    'Mod-b': toggleMark(marks.bold),
    'Mod-k': () => {
      askForLink();
      return true;
    },
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    Enter: splitListItem(nodes.item),
    'Shift-Enter': newLine,
    'Mod-Enter': newLine,
  }),
  keymap(baseKeymap),
];

/** A letter's text, written as it will be read; what is stored is its Markdown. */
export function TextEditor({ label, value, onChange, error, disabled, before, focusRef }: TextEditorProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  /** The text that the editor shows, so that its own changes do not come back as another text. */
  const shown = useRef(value);
  const [pressed, setPressed] = useState({ bold: false, list: false, link: false });
  const [linking, setLinking] = useState<{ words: string }>();
  const latest = useRef({ onChange, askForLink: () => {} });
  latest.current = {
    onChange,
    askForLink: () => {
      const state = view.current?.state;
      if (state) setLinking({ words: state.doc.textBetween(state.selection.from, state.selection.to, ' ').trim() });
    },
  };
  const attributes = useRef<Record<string, string>>({});
  attributes.current = {
    id,
    class: `field ${styles.text}`,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-required': 'true',
    'aria-labelledby': `${id}-label`,
    ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${id}-text` }),
  };
  const stateOf = useRef((text: string) =>
    EditorState.create({ doc: documentOf(text), plugins: plugins(() => latest.current.askForLink()) }),
  );
  const editable = useRef(!disabled);
  editable.current = !disabled;

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes is handed over below
  useEffect(() => {
    const editor = new EditorView(place.current!, {
      state: stateOf.current(value),
      attributes: () => attributes.current,
      editable: () => editable.current,
      // On a slow machine the next key comes before the event that tells which selection the last one left.
      handleDOMEvents: {
        keydown: (_, { isComposing }) => void (isComposing || document.dispatchEvent(new Event('selectionchange'))),
      },
      // Text from elsewhere is read as a stored one, as it is in the mails.
      clipboardTextParser: (text) => {
        const { content } = documentOf(text);
        return content.childCount === 1 ? new Slice(content, 1, 1) : new Slice(Fragment.from(content), 0, 0);
      },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        const { from, to, empty, $from } = next.selection;
        const has = (mark: 'bold' | 'link') =>
          empty
            ? marks[mark].isInSet(next.storedMarks ?? $from.marks()) !== undefined
            : next.doc.rangeHasMark(from, to, marks[mark]);
        setPressed({ bold: has('bold'), list: isInList(next), link: has('link') });
        if (!transaction.docChanged) return;
        shown.current = textOf(next.doc);
        latest.current.onChange(shown.current);
      },
    });
    view.current = editor;
    focusRef({ focus: () => editor.focus() });
    return () => {
      focusRef(null);
      editor.destroy();
    };
  }, []);
  // Another text from outside, as after a discard.
  useEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    view.current?.updateState(stateOf.current(value));
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its attributes say these
  useEffect(() => view.current?.setProps({}), [error, disabled]);

  const run = (command: Command) => {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch);
    editor.focus();
  };
  const tools = [
    { label: 'Bold', Icon: BoldIcon, key: 'B', on: pressed.bold, press: () => run(toggleMark(marks.bold)) },
    { label: 'List', Icon: ListIcon, key: undefined, on: pressed.list, press: () => run(toggleList) },
    {
      label: 'Link',
      Icon: LinksIcon,
      key: 'K',
      on: pressed.link,
      press: () => (pressed.link ? run(unlink) : latest.current.askForLink()),
    },
  ];
  return (
    <>
      <FieldFrame id={id} label={label} editor required error={error} hint="A link begins with https://">
        <div className={styles.frame}>
          <div role="toolbar" aria-label="Format" className={`flex items-center ${styles.tools} bg-paper`}>
            {tools.map(({ label: word, Icon, key, on, press }) => (
              <button
                key={word}
                type="button"
                className={`inline-flex items-center min-h-touch bare tints ${styles.tool} font-semibold text-navy`}
                disabled={disabled}
                title={key && `Ctrl+${key}`}
                aria-keyshortcuts={key && `Control+${key}`}
                aria-pressed={on}
                // The selection stays.
                onMouseDown={(event) => event.preventDefault()}
                onClick={press}
              >
                <Icon fontSize="small" />
                {word}
              </button>
            ))}
          </div>
          {before && (
            <div className={`text-muted break-anywhere whitespace-pre-line ${styles.before} bg-surface`}>{before}</div>
          )}
          <div ref={place} />
        </div>
      </FieldFrame>
      {linking && (
        <LinkDialog
          words={linking.words}
          onClose={() => setLinking(undefined)}
          onLink={(words, url) => {
            setLinking(undefined);
            // After the dialog has given the focus back.
            setTimeout(() =>
              run((state, dispatch) => {
                const text = textSchema.text(words, [marks.link.create({ url })]);
                const { from } = state.selection;
                const change = state.tr.replaceSelectionWith(text, false);
                const end = TextSelection.create(change.doc, from + text.nodeSize);
                dispatch?.(change.setSelection(end).removeStoredMark(marks.link).scrollIntoView());
                return true;
              }),
            );
          }}
        />
      )}
    </>
  );
}

/** Takes the link from the words around the cursor, or from those selected. */
const unlink: Command = (state, dispatch) => {
  let { from, to } = state.selection;
  if (state.selection.empty) {
    const { $from } = state.selection;
    const mark = marks.link.isInSet($from.marks());
    $from.parent.forEach((node, offset) => {
      const begins = $from.start() + offset;
      if (!mark?.isInSet(node.marks) || begins > to || begins + node.nodeSize < from) return;
      from = Math.min(from, begins);
      to = Math.max(to, begins + node.nodeSize);
    });
  }
  dispatch?.(state.tr.removeMark(from, to, marks.link));
  return true;
};

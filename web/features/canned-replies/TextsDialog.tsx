import { useState } from 'react';
import {
  createText,
  deleteText,
  type ReadyText,
  readyTextSchema,
  type TextKind,
  updateText,
} from '#shared/contracts/canned-replies.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { FieldTicks } from './FieldTicks.tsx';

const titles: Record<TextKind, string> = {
  reject: 'Ready-made reasons for a rejection',
  correction: 'Ready-made notes for a correction',
};

interface Props {
  kind: TextKind;
  texts: readonly ReadyText[];
  onClose: () => void;
  reload: () => void;
}

/** Adds, changes and deletes the office's prepared texts. */
export function TextsDialog({ kind, texts, onClose, reload }: Props) {
  const [edited, setEdited] = useState<ReadyText | 'new'>();
  const [deleting, setDeleting] = useState<ReadyText>();
  const { attempt } = useAttempt();
  return (
    <ModalDialog
      open
      title={titles[kind]}
      onClose={onClose}
      actions={<Button onClick={() => setEdited('new')}>Add a text</Button>}
    >
      {texts.length === 0 && <p className="text-muted m-0">No text is kept ready yet.</p>}
      <ul className="divide-y">
        {texts.map((text) => (
          <li key={text.id} className="grid gap-4px break-anywhere py-2">
            <span className="font-semibold">{text.title}</span>
            <span className="whitespace-pre-line">{text.text}</span>
            <span className="gap-1 flex">
              <Button small look="outlined" aria-label={`Edit ${text.title}`} onClick={() => setEdited(text)}>
                Edit
              </Button>
              <Button
                small
                look="outlined"
                danger
                aria-label={`Delete ${text.title}`}
                onClick={() => setDeleting(text)}
              >
                Delete
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {edited && (
        <TextDialog
          kind={kind}
          text={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          reload={reload}
        />
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        danger
        title="Delete this text?"
        confirmLabel="Delete"
        onConfirm={async () => {
          await attempt(() => api(deleteText, { params: { id: deleting?.id ?? '' } }));
          reload();
        }}
        onClose={() => setDeleting(undefined)}
      >
        “{deleting?.title}” is deleted for every administrator.
      </ConfirmDialog>
    </ModalDialog>
  );
}

function TextDialog(props: { kind: TextKind; text: ReadyText | undefined; onClose: () => void; reload: () => void }) {
  const { kind, text, onClose, reload } = props;
  const current = { kind, title: text?.title ?? '', text: text?.text ?? '', fields: text?.fields ?? [] };
  const form = useForm(checkedBy(readyTextSchema), current);
  return (
    <FormDialog
      title={text ? 'Edit the text' : 'Add a text'}
      submitLabel="Save"
      form={form}
      current={current}
      version={undefined}
      save={(body) => (text ? api(updateText, { params: { id: text.id }, body }) : api(createText, { body }))}
      onClose={onClose}
      reload={reload}
    >
      <Field
        control={form.control}
        name="title"
        label="Title"
        required
        maxLength={limits.readyTextTitle}
        hint="For the office: what its button says"
      />
      <Field
        control={form.control}
        name="text"
        label="Text"
        required
        rows={5}
        maxLength={limits.reasonLength}
        hint="Mailed to the applicant as it stands"
      />
      {kind === 'correction' && <FieldTicks control={form.control} legend="Ticks these fields" />}
    </FormDialog>
  );
}

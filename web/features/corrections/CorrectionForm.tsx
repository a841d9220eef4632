import { useState } from 'react';
import { z } from 'zod';
import { answerCorrection, getCorrection } from '#shared/contracts/corrections.ts';
import { checkPersonField } from '#shared/contracts/person.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import {
  type CorrectableName,
  dependentFields,
  type FileName,
  isFile,
  isShown,
  type PersonName,
  personField,
} from '#shared/person-fields.ts';
import { FileField } from '#web/features/members/fields/FileField.tsx';
import { PersonFormProvider } from '#web/features/members/fields/field-texts.ts';
import { PersonField, type TextName } from '#web/features/members/fields/PersonFields.tsx';
import { ready } from '#web/features/members/fields/to-send.ts';
import { UtrField } from '#web/features/members/fields/UtrField.tsx';
import { PayOnline } from '#web/features/payments/PayOnline.tsx';
import { api } from '#web/lib/calls/api.ts';
import { useLinkLoad } from '#web/lib/calls/useLinkLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { ErrorSummary } from '#web/ui/forms/ErrorSummary.tsx';
import { DeadLink } from '#web/ui/page/DeadLink.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';

type RequestedCorrection = EndpointResponse<typeof getCorrection>['data'];
type Values = Record<string, unknown>;

/** The request for a correction, and a form with the fields. */
export function CorrectionForm({ link }: { link: string }) {
  const { data, failed, reload } = useLinkLoad(getCorrection, link);
  const [sent, setSent] = useState<string>();
  if (sent) {
    return (
      <p className="card p-3 grid gap-2 justify-items-start tight" role="status">
        {sent}
      </p>
    );
  }
  // Nothing has been written here yet.
  if (failed?.code === 'LINK_USED') {
    return (
      <p className="card p-3 grid gap-2 justify-items-start tight" role="status">
        {t('This was answered already. Thank you.')}
      </p>
    );
  }
  if (failed) return <DeadLink failed={failed} reload={reload} />;
  if (!data) return <Loading tall />;
  return <Fields key={data.data.version} request={data.data} link={link} onSent={setSent} reload={reload} />;
}

/** Adds each choice's dependent field: a correction of the choice may need its 'Others' text. */
function namesOf(fields: readonly string[]): CorrectableName[] {
  const names = new Set<CorrectableName>();
  const add = (name: CorrectableName) => {
    names.add(name);
    for (const behind of dependentFields(name)) add(behind as CorrectableName);
  };
  for (const name of fields) add(name as CorrectableName);
  return [...names];
}

const formOf = (name: PersonName) => (name === 'utr' || name === 'screenshot' ? 'payment' : 'registration');

/** Whether to show a field: one that depends on a choice is shown with it, unless it was requested alone. */
function isOffered(name: CorrectableName, request: RequestedCorrection, values: Values): boolean {
  const choice = personField(name).shownWith?.field;
  return choice === undefined || !(choice in values) ? request.fields.includes(name) : isShown(name, values);
}

function startOf(name: CorrectableName, request: RequestedCorrection): unknown {
  if (isFile(name)) return null;
  return request.values[name] ?? (personField(name).kind === 'list' ? [] : '');
}

/** The form's schema; a stored file may stay. */
function schemaFor(names: readonly CorrectableName[], request: RequestedCorrection): z.ZodType<unknown, Values> {
  return z.record(z.string(), z.unknown()).superRefine((values, context) => {
    const complain = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    for (const name of names) {
      const { message = messages.general.missing } = personField(name);
      if (isFile(name)) {
        if (!values[name] && request.values[name] === null) complain(name, message);
      } else if (isOffered(name, request, values)) {
        const result = checkPersonField(name, values[name], formOf(name));
        if ('message' in result) complain(name, result.message);
      }
    }
  }) as z.ZodType<unknown, Values>;
}

interface Props {
  request: RequestedCorrection;
  link: string;
  onSent: (message: string) => void;
  reload: () => void;
}

function Fields({ request, link, onSent, reload }: Props) {
  const [names] = useState(() => namesOf(request.fields));
  const [labelled] = useState(() => names.map((name) => ({ name, label: personField(name).label })));
  const [schema] = useState(() => schemaFor(names, request));
  const form = useForm(checkedBy(schema), Object.fromEntries(names.map((name) => [name, startOf(name, request)])), {
    summary: true,
  });
  const [progress, setProgress] = useState(0);
  const [refused, setRefused] = useState<AppError>();
  const values = useWatch(form.control) as Values;
  const sending = form.busy;

  const send = form.send(async (filled) => {
    const files: Partial<Record<FileName, File>> = {};
    const body: Record<string, string | string[]> = {};
    for (const name of names) {
      if (isFile(name)) {
        const file = await ready(name, filled[name] as File | null);
        if (file) files[name] = file;
      } else if (isOffered(name, request, filled)) body[name] = filled[name] as string | string[];
    }
    setProgress(0);
    try {
      const version = request.version;
      const { message } = await api(
        answerCorrection,
        { body: { ...body, version }, files },
        { link, onProgress: setProgress },
      );
      onSent(message);
    } catch (error) {
      const code = error instanceof AppError ? error.code : '';
      if (!code.startsWith('LINK_') && code !== 'RECORD_CHANGED') throw error;
      // Shown beside the form, which keeps its input.
      setRefused(error as AppError);
    }
  });

  return (
    <>
      <p>
        <T>
          {request.name}, your application has the reference <strong>{request.reference}</strong>. The office writes:
        </T>
      </p>
      <p className="break-anywhere whitespace-pre-line m-0 mt-2 mb-2 border-l-saffron bg-surface p-2">{request.note}</p>
      {request.online && <PayOnline paymentId={request.online.paymentId} amount={request.online.amount} link={link} />}
      <PersonFormProvider value={form.control}>
        <form
          className="grid gap-3"
          noValidate
          aria-label={t('Correction')}
          onSubmit={refused ? (event) => event.preventDefault() : send}
        >
          <ErrorSummary control={form.control} fields={labelled} />
          <fieldset className="grid gap-3" disabled={sending}>
            {names.map((name) => {
              if (isFile(name)) {
                return (
                  <FileField key={name} name={name} form={formOf(name)} current={storedFile(request.values[name])} />
                );
              }
              if (!isOffered(name, request, values)) return null;
              if (name === 'utr') return <UtrField key={name} />;
              return <PersonField key={name} name={name as TextName} form={formOf(name)} />;
            })}
          </fieldset>
          {refused && <Refused code={refused.code} message={refused.message} reload={reload} />}
          {sending && <UploadProgress fraction={progress} label={t('Sending your correction')} />}
          {!refused && (
            <>
              <button type="submit" className="button" disabled={sending}>
                {sending ? t('Sending …') : t('Send the correction')}
              </button>
              <p className="text-muted text-14 m-0 block">
                <T>You can send it once, until {formatDay(request.expiresAt)}.</T>
              </p>
            </>
          )}
        </form>
      </PersonFormProvider>
    </>
  );
}

/** Why nothing was stored, and what to do; the form above keeps its input. */
function Refused({ code, message, reload }: Pick<AppError, 'code' | 'message'> & { reload: () => void }) {
  return (
    <div className="card p-3 grid gap-2 justify-items-start tight" role="alert">
      {code === 'RECORD_CHANGED' ? (
        <>
          <p>
            <T>
              The office has changed your application while you were writing, so this has not been stored. Please keep a
              copy of what you have entered here, load the page again and repeat your correction.
            </T>
          </p>
          <button type="button" className="button-quiet" onClick={reload}>
            {t('Load it again')}
          </button>
        </>
      ) : (
        <>
          <p>{code === 'LINK_USED' ? message : t(`${message} What you have entered here has not been stored.`)}</p>
          <Link className="button-quiet" to={paths.contact}>
            {t('Write to the association')}
          </Link>
        </>
      )}
    </div>
  );
}

/** The stored file, which stays unless another one is chosen. */
function storedFile(value: RequestedCorrection['values'][string] | undefined) {
  if (!value || typeof value === 'string' || Array.isArray(value)) return undefined;
  return <span>{t(`${value.name || t('A file')} (${Math.max(1, Math.round(value.size / 1024))} KB) is stored.`)}</span>;
}

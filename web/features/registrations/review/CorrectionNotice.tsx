import { clock } from '#shared/clock.ts';
import type { Correction } from '#shared/contracts/corrections.ts';
import { person } from '#shared/person.ts';
import { type CorrectableName, isFile } from '#shared/person-fields.ts';
import { formatDate, formatDay } from '#web/lib/languages/format.ts';
import { Note } from '#web/ui/page/Note.tsx';

/** The fields that an applicant was asked to correct; after the correction, the old and new values. */
export function CorrectionNotice({ correction }: { correction: Correction | null }) {
  if (!correction) return null;
  const { state, fields, note, by, askedAt, expiresAt, answeredAt, changes } = correction;
  const labels = fields.map((name) => person[name as CorrectableName].label).join(', ');
  if (state === 'asked') {
    const over = Date.parse(expiresAt) < clock.ms();
    return (
      <Note tone="info">
        <strong>Correction asked</strong> for {labels} on {formatDate(askedAt)} by {by}.{' '}
        {over ? 'The link has expired without an answer.' : `The link is valid until ${formatDay(expiresAt)}.`}
        <p className="break-anywhere whitespace-pre-line m-0 mt-4px">{note}</p>
      </Note>
    );
  }
  return (
    <Note tone="info">
      <strong>{changes.length === 0 ? 'Answered' : 'Corrected'}</strong> by the applicant on{' '}
      {answeredAt && formatDate(answeredAt)}. Asked for: {labels}.
      <p className="break-anywhere whitespace-pre-line m-0 mt-4px">{note}</p>
      {changes.length === 0 ? (
        <p className="break-anywhere whitespace-pre-line m-0 mt-4px">Nothing was changed.</p>
      ) : (
        <ul className="grid gap-4px m-0 mt-1 break-anywhere">
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              <span className="text-muted text-14">{person[field as CorrectableName].label}</span>
              <span>
                <del className="text-muted">
                  <span className="sr-only">from </span>
                  {shown(field, from)}
                </del>{' '}
                <span aria-hidden="true">→</span>{' '}
                <ins className="font-semibold no-underline">
                  <span className="sr-only">to </span>
                  {shown(field, to)}
                </ins>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}

function shown(field: string, value: string): string {
  const name = field as CorrectableName;
  if (value === '') return isFile(name) ? 'no file' : 'empty';
  return person[name].kind === 'birthday' ? formatDay(value) : value;
}

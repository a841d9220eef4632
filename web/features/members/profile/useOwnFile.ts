import { useState } from 'react';
import { getOwnRecord, type OwnRecord, updateMember } from '#shared/contracts/members.ts';
import { ready } from '#web/features/members/fields/to-send.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { failureOf } from '#web/lib/calls/failures.ts';

/** A file of the own record, which is saved as soon as it is chosen, whatever else of the form is missing. */
export interface OwnFile {
  /** The chosen file until it is saved; it stays if that fails. */
  value: File | null;
  /** How much of it was sent, 0 to 1; null while nothing is being saved. */
  progress: number | null;
  error: string | undefined;
  choose: (file: File | null) => void;
  /** Saves the chosen file again. */
  retry: () => void;
}

/** @param onSaved called with the record as it is now */
export function useOwnFile(name: 'picture' | 'document', id: string, onSaved: (record: OwnRecord) => void): OwnFile {
  const [value, setValue] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  const save = async (file: File) => {
    setProgress(0);
    try {
      const files = { [name]: await ready(name, file) };
      const { message } = await api(updateMember, { params: { id }, files }, { onProgress: setProgress });
      toast.success(message);
      onSaved((await api(getOwnRecord, {})).data);
      setValue(null);
    } catch (failure) {
      const { fields, message } = failureOf(failure);
      setError(fields?.[name] ?? message);
    } finally {
      setProgress(null);
    }
  };
  const choose = (file: File | null) => {
    setValue(file);
    setError(undefined);
    if (file) void save(file);
  };
  return { value, progress, error, choose, retry: () => value && choose(value) };
}

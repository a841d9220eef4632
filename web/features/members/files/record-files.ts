import { signedLetter } from '#shared/contracts/authorisations.ts';
import { memberDocument, memberScreenshot } from '#shared/contracts/members.ts';
import { paymentProof } from '#shared/contracts/payments.ts';
import { api, type DownloadedFile } from '#web/lib/calls/api.ts';

/** `proof` is loaded by the payment’s id, `consent` by the authorisation’s, the others by the record’s. */
const calls = {
  screenshot: memberScreenshot,
  document: memberDocument,
  proof: paymentProof,
  consent: signedLetter,
} as const;
export type FileKind = keyof typeof calls;

interface WithFiles {
  id: string;
  version: number;
  screenshot: string | null;
  document: string | null;
}

export interface RecordFiles {
  /** Loads a file that needs a token; it is cached. */
  load(kind: FileKind, memberId: string, version: number): Promise<DownloadedFile>;
  prefetch(record: WithFiles): void;
}

/** Enough for the current record and its neighbours. */
const max = 8;

/** The files of the records in a review, in memory only while the dialog is open. */
export function createRecordFiles(): RecordFiles {
  const cache = new Map<string, Promise<DownloadedFile>>();
  const load: RecordFiles['load'] = (kind, memberId, version) => {
    const key = `${kind} ${memberId} ${version}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const fetched = api(calls[kind], { params: { id: memberId } });
    fetched.catch(() => cache.delete(key));
    cache.set(key, fetched);
    for (const old of [...cache.keys()].slice(0, -max)) cache.delete(old);
    return fetched;
  };
  return {
    load,
    prefetch({ id, version, screenshot, document }) {
      if (screenshot) load('screenshot', id, version).catch(() => {});
      if (document) load('document', id, version).catch(() => {});
    },
  };
}

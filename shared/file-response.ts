import { z } from 'zod';

/** A file as the answer of a call. `body` is bytes or a stream of the server's platform. */
export interface FileAnswer {
  body: unknown;
  type: string;
  /** Present: served as attachment under this name. */
  attachment?: string;
  cacheControl: string;
  /** The malware scan's result; sent in a header. */
  scan?: 'none' | 'clean' | 'infected';
  /** Bytes, where known. */
  length?: number;
}

/** Marks a call that answers with a file instead of JSON. */
export const fileResponse = z.custom<FileAnswer>();

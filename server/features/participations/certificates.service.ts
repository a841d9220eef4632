import type { Core } from '#server/core.ts';
import type { Reach } from '#server/database/reach.ts';
import type { Caller } from '#server/http/route.ts';
import { notFound } from '#shared/errors.ts';
import type { FileAnswer } from '#shared/file-response.ts';

export function createCertificatesService(_core: Core) {
  async function file(_participationId: string, _caller: Caller): Promise<FileAnswer> {
    throw notFound('This certificate');
  }
  async function zip(_conferenceId: string, _reach: Reach, _by: string): Promise<FileAnswer> {
    throw notFound('This certificate');
  }
  return { file, zip };
}

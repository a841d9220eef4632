import { randomBytes } from 'node:crypto';
import type { BaseCore } from './platform/base-core.ts';
import { sharedSecret } from './platform/database/locks.ts';
import { createJobs, type Jobs } from './platform/jobs/jobs.ts';
import { createFiles, type Files } from './platform/storage/files.ts';
import { createPublicPictures, type PublicPictures } from './platform/storage/public-pictures.ts';
import type { TakeBack } from './taking-back.ts';

/** The dependencies of every feature. */
export interface Core extends BaseCore {
  files: Files;
  pictures: PublicPictures;
  jobs: Jobs;
  /** Ends all that was begun in an account before. */
  takeBack: TakeBack;
  /** Signs the addresses of profile pictures; all processes share it. */
  pictureSecret: string;
}

/** @param takeBack of the features that the server has; without them nobody's account is taken back */
export async function createCore(base: BaseCore, takeBack: TakeBack = noFeatures): Promise<Core> {
  const files = createFiles(base);
  return {
    ...base,
    takeBack,
    files,
    jobs: createJobs(base),
    pictures: createPublicPictures(base, files),
    pictureSecret: await sharedSecret(base.database, 'picture-addresses', () => randomBytes(32).toString('base64url')),
  };
}

const noFeatures: TakeBack = () => Promise.reject(new Error('This core was made without features.'));

const services = new WeakMap<object, Map<unknown, unknown>>();

/**
 * The service that `create` makes: made when it is first asked for, and then the same for this server.
 * @param needs what it needs besides, such as functions of higher features (`features.ts`); the same in every call
 */
export function serviceOf<C extends object, Needs extends unknown[], Service>(
  core: C,
  create: (core: C, ...needs: Needs) => Service,
  ...needs: Needs
): Service {
  const byFactory = services.get(core) ?? new Map<unknown, unknown>();
  services.set(core, byFactory);
  if (!byFactory.has(create)) byFactory.set(create, create(core, ...needs));
  return byFactory.get(create) as Service;
}

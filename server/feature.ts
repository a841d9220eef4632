import type { FastifyInstance } from 'fastify';
import type { LinkKind } from '#shared/endpoint.ts';
import type { Core } from './core.ts';
import type { CleanUp } from './platform/clean-ups.ts';
import type { Channel, Database } from './platform/database/client.ts';
import type { LinkHolder } from './platform/http/access.ts';
import type { DoStep } from './platform/jobs/jobs.ts';
import type { LogScreen } from './platform/log/screens.ts';
import type { AttachmentMakers, LateValues, OnFinalOutcome } from './platform/mail/kinds.ts';
import type { Network } from './platform/throttles/network.ts';

/** What a feature adds to its kinds of mail when they are sent. */
export interface FeatureMails {
  lateValues?: LateValues;
  attachmentMakers?: AttachmentMakers;
  /** Records the consequences of any mail's end, in the transaction that ends it. */
  onFinalOutcome?: OnFinalOutcome;
}

/** All that a feature adds to the server, declared in its `feature.ts`; `features.ts` lists them. */
export interface Feature {
  /** The name of its folder. */
  name: string;
  /** Declares its calls, under `/api`. */
  routes?: (api: FastifyInstance, core: Core) => void;
  /** Adds what is not a call: pages, files, what every call asks for. */
  server?: (app: FastifyInstance, core: Core) => void | Promise<void>;
  /** Done once before the first request. */
  prepare?: (core: Core) => Promise<void>;
  /** Done at the start and every ten minutes, by one process at a time. */
  cleanUps?: Record<string, CleanUp>;
  /** The step of each kind of its jobs. */
  jobs?: (core: Core) => Record<string, DoStep<never>>;
  mails?: (core: Core) => FeatureMails;
  /** Where the office finds what the log's lines about its content say. */
  logScreens?: readonly LogScreen[];
  /** Finds the holder of a link of this kind. @throws LINK_UNKNOWN, or why the link is no longer valid */
  links?: Partial<Record<LinkKind, (db: Database, secret: string, from: Network) => Promise<LinkHolder>>>;
  /** Called when something on the channel has changed, in this or another process. */
  listens?: Partial<Record<Channel, (core: Core) => void>>;
  /** Called after each change by somebody logged in: the notice can arrive after its answer. */
  changed?: (core: Core) => void;
  /** Goes on from the start of the process to its end. */
  background?: (core: Core) => Background;
}

export interface Background {
  start(): void;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

import type { FastifyInstance } from 'fastify';
import type { MineKind, WaitingKind } from '#shared/contracts/overview.ts';
import type { SearchHit } from '#shared/contracts/search.ts';
import type { LinkKind } from '#shared/endpoint.ts';
import type { NeededPower } from '#shared/powers.ts';
import type { Core } from './core.ts';
import type { ReadyCheck } from './platform/checks/checks.ts';
import type { CleanUp } from './platform/clean-ups.ts';
import type { Channel, Database, Readable } from './platform/database/client.ts';
import type { SearchTerm } from './platform/database/search-term.ts';
import type { ActingAdministrator, LinkHolder } from './platform/http/access.ts';
import type { JobKind } from './platform/jobs/jobs.ts';
import type { Background } from './platform/loop.ts';
import type { AttachmentMakers, LateValues, OnFinalOutcome, StillTrue } from './platform/mail/kinds.ts';
import type { Network } from './platform/throttles/network.ts';
import type { AccountPart } from './taking-back.ts';

/** What a feature adds to its kinds of mail when they are sent. */
export interface FeatureMails {
  stillTrue?: StillTrue;
  lateValues?: LateValues;
  attachmentMakers?: AttachmentMakers;
  /** Records the consequences of any mail's end, in the transaction that ends it. */
  onFinalOutcome?: OnFinalOutcome;
}

/** When the mails of these features are still true. */
export const stillTrueOf = (features: readonly Feature[], core: Core): StillTrue =>
  Object.assign({}, ...features.map((feature) => feature.mails?.(core).stillTrue));

/** What the office's search of everything finds of a feature. */
export interface OfficeSearch {
  /** Of its results, and what stands above them. */
  kind: string;
  heading: string;
  /** Others find nothing. */
  power: NeededPower;
  /** A few that the administrator may see, those that fit best first. */
  find: (db: Readable, term: SearchTerm, office: Pick<ActingAdministrator, 'reach'>) => Promise<FoundRecord[]>;
}

export interface FoundRecord extends Pick<SearchHit, 'title' | 'link'> {
  id: string;
  /** Distinguish records with the same title; empty ones are left out. */
  details: (string | null)[];
}

/** A public page. */
export interface SitemapEntry {
  path: string;
  /** When it was last changed, where that is stored. */
  updatedAt?: Date;
}

/** Something new on the site, for feed readers. */
export interface FeedEntry {
  id: string;
  title: string;
  /** Of its page. */
  path: string;
  /** The address of a picture. */
  picture: string | undefined;
  place?: string;
  text: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Whose work is counted. */
export type Office = Pick<ActingAdministrator, 'administratorId' | 'email' | 'powers' | 'states' | 'reach'>;

export interface Waiting {
  count: number;
  /** The oldest. */
  since: Date | null;
}

/** A kind of work that waits for the office: the counts beside the pages and the list of what is one's to do are made of these. */
export interface OfficeWork {
  /** In the list of what is one's to do; absent: it is only counted. */
  kind?: MineKind;
  /** Among the counts; absent: it is not counted. */
  counted?: WaitingKind;
  /** Others are told nothing of it. */
  power: NeededPower;
  /** Only for administrators of all India. */
  unbound?: true;
  /** Not named among the counts while there is none. */
  quiet?: true;
  /** @param isMine what is one's to do, where that is less than what is counted */
  find: (db: Readable, office: Office, isMine: boolean) => Promise<Waiting>;
  /** The oldest ones, each an entry; absent: all of them are one. */
  oldest?: (
    db: Readable,
    office: Office,
    max: number,
  ) => Promise<{ title: string; since: Date | null; href: string }[]>;
  /** Of the entry for all of them, or for the rest. */
  title: (count: number) => string;
  href: string;
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
  /** The step of each kind of its jobs, and what is given back when one fails. */
  jobs?: (core: Core) => Record<string, JobKind<never>>;
  mails?: (core: Core) => FeatureMails;
  /** What of an account it stores, and how that ends when the account is taken back. */
  accountParts?: Readonly<Record<string, AccountPart>>;
  /** What it watches of the site: what the association lacks before it can begin. */
  checks?: readonly ReadyCheck[];
  /** What of it waits for the office. */
  work?: readonly OfficeWork[] | ((core: Core) => readonly OfficeWork[]);
  /** Where the office finds what the log's lines about its content say. */
  logScreens?: readonly LogScreen[];
  /** Its part of the office's search. */
  search?: OfficeSearch;
  /** Its public pages for search engines, at most about `max`. */
  sitemap?: (core: Core, max: number) => Promise<SitemapEntry[]>;
  /** The newest of it, at most `max`, for the site's feed. */
  feed?: (core: Core, max: number) => Promise<FeedEntry[]>;
  /** Finds the holder of a link of this kind. @throws LINK_UNKNOWN, or why the link is no longer valid */
  links?: Partial<Record<LinkKind, (db: Database, secret: string, from: Network) => Promise<LinkHolder>>>;
  /** Called when something on the channel has changed, in this or another process. */
  listens?: Partial<Record<Channel, (core: Core) => void>>;
  /** Called after each change by somebody logged in: the notice can arrive after its answer. */
  changed?: (core: Core) => void;
  /** Goes on from the start of the process to its end. */
  background?: (core: Core) => Background;
}

/** Where the office finds what a line of its log is about. */
export interface LogScreen {
  /** The beginning of the actions, where the feature has several screens, or lines from before the log noted features. */
  action?: string;
  /** The screen for a line's subject. */
  path: (subject: string) => string;
  /** Which of these subjects still exist, where a line of a deleted one leads nowhere. */
  existing?: (db: Readable, subjects: string[]) => Promise<string[]>;
}

/** A list that is searched for the subject, for what still exists. */
export const searchedScreen = (path: string, existing: LogScreen['existing'], action?: string): LogScreen => ({
  path: (subject) => `${path}?q=${encodeURIComponent(subject)}`,
  ...(existing && { existing }),
  ...(action !== undefined && { action }),
});

/** The screen for a line of the log, by its feature; by the beginning of its action in lines without one. */
export function screenFor(
  features: readonly Feature[],
  { feature, action }: { feature: string; action: string },
): LogScreen | undefined {
  const begins = (screen: LogScreen) => screen.action !== undefined && action.startsWith(screen.action);
  if (feature === '') return features.flatMap(({ logScreens = [] }) => logScreens).find(begins);
  const screens = features.find(({ name }) => name === feature)?.logScreens ?? [];
  return screens.length > 1 ? screens.find(begins) : screens[0];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All features, for those that gather what others declare. */
    features: readonly Feature[];
  }
}

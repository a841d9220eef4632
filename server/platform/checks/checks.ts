import { Resolver } from 'node:dns/promises';
import type { Config } from '#server/config.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { Readable } from '#server/platform/database/client.ts';
import type { CheckState } from '#shared/contracts/ready.ts';
import type { Memory } from './checks.queries.ts';

/** What a check finds; numbers, never a person's name or e-mail. */
export interface Found {
  state: CheckState;
  found: string;
  /** What mends it: an address of the office ('you'), or lines to set ('the operator of the server'). */
  act?: { text: string; href: string } | { text: string; tell: string };
}

/** Something that must be right before the association can begin, measured and never ticked. Found by the features' list alone. */
export interface ReadyCheck {
  id: string;
  /** Without it the site is not ready. */
  necessary: boolean | ((site: ReadSite) => boolean);
  /** Something outside is asked: hourly, and when somebody presses. Else it is computed whenever the list is read. */
  outside?: true;
  /** Asks outside, and returns what is to be remembered of it; nothing where nobody answered, which says nothing. */
  ask?: (site: CheckedSite) => Promise<Memory | undefined>;
  /** @param memory what was remembered */
  look: (site: ReadSite, memory: Memory) => Promise<Found>;
}

export type CheckedSite = Pick<BaseCore, 'config' | 'database'>;
/** For what only reads: also within a snapshot. */
export type ReadSite = Pick<BaseCore, 'config'> & { database: Readable };

export const ok = (found: string): Found => ({ state: 'ok', found });
/** Nothing is there yet, or nobody has looked. */
export const missing = (found: string, act: Found['act']): Found => ({ state: 'missing', found, ...(act && { act }) });
/** Something is there, and is not right. */
export const wrong = (found: string, act: Found['act']): Found => ({ state: 'wrong', found, ...(act && { act }) });

/** A DNS resolver with limits: that of the system, or the one of DNS_SERVER. */
export function openDns({ dnsServer }: Pick<Config, 'dnsServer'>): Resolver {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (dnsServer) resolver.setServers([dnsServer]);
  return resolver;
}

export const hoursSince = (time: Date, now: Date): number => (now.getTime() - time.getTime()) / 3_600_000;

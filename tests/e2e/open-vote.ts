import { expect } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { votes } from '#server/features/votes/tables.ts';
import { agreeToVote, createVote, proposeVote, type Vote } from '#shared/contracts/votes.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { fromWire } from '#shared/wire-names.ts';
import { confirmedToken } from '#tests/logins.ts';
import { scaled } from '#tests/speed.ts';
import type { Site } from './site.ts';

async function call(site: Site, { method, path, names }: AnyEndpoint, token: string, body: object, id = '') {
  const response = await fetch(`${site.url}/api${path.replace('{id}', id)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = fromWire((await response.json()) as { vote: Vote; message: string }, names?.answer);
  expect(response.status, answer.message).toBe(200);
  return answer.vote;
}

const names = ['Asha Rao', 'Bimal Sen', 'Chitra Nair', 'Dev Naik', 'Esha Menon', 'Farid Khan', 'Gita Das', 'Hari Om'];

const who = { powers: ['votes' as const], lastLoginAt: new Date() };

/** One administrator proposes, another agrees. */
export async function step(site: Site, id: string, body: object): Promise<Vote> {
  const [one, two] = [await confirmedToken(site, who), await confirmedToken(site, who)];
  const { proposal } = await call(site, proposeVote, one, body, id);
  return call(site, agreeToVote, two, { proposal: proposal!.id }, id);
}

/** A vote for all members that opens in a moment. */
export async function openVote(site: Site): Promise<Vote> {
  // As long as a busy machine needs to freeze the roll.
  const opens = Date.now() + scaled(6_000);
  const candidates = Array.from({ length: 20 }, (_, index) => ({
    name: `${names[index % names.length]} ${String.fromCharCode(65 + index)}.`,
    statement: index % 3 === 0 ? 'Twenty years in the district courts; for regular training in every State.' : '',
  }));
  const draft = await call(site, createVote, await confirmedToken(site, who), {
    title: 'Election of office bearers 2027',
    text: 'The General Body elects the office bearers of the next two years.',
    questions: [
      { kind: 'office', title: 'President', seats: 1, none: true, options: candidates },
      { kind: 'office', title: 'Joint secretaries', seats: 2, options: candidates.slice(0, 5) },
      { kind: 'resolution', title: 'The subscription is Rs 1,200 from 2027-28', majority: 'twoThirds' },
    ],
    opensAt: new Date(opens).toISOString(),
    closesAt: new Date(opens + 26 * 3_600_000).toISOString(),
    withoutNotice: true,
    publicResult: true,
  });
  const vote = await step(site, draft.id, { what: 'freeze' });
  await expect(async () => {
    const [row] = await site.database.select().from(votes).where(eq(votes.id, vote.id));
    expect(row?.state).toBe('open');
  }).toPass();
  return vote;
}

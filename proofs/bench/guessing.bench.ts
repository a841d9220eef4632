import { randomBytes } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { members } from '#server/features/members/tables.ts';
import { secondFactors } from '#server/features/second-factor/tables.ts';
import { newTotpSecret } from '#server/features/second-factor/totp.ts';
import { percentile } from './measure.ts';
import { startBenchSite } from './site.ts';

export const title =
  'Whether the time of an answer tells who is a member, who has a second factor, or how near a guess is';

const samples = Number(process.env.BENCH_SAMPLES ?? 400);

/**
 * The z-score of the Mann–Whitney U test for two series: equal distributions exceed 3.3 in either direction once in a thousand
 * times.
 */
export function difference(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))];
  all.sort((a, b) => a.value - b.value);
  const ranks = all.reduce((sum, { first }, index) => sum + (first ? index + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  const expected = (n * (n + m + 1)) / 2;
  return (ranks - expected) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

interface Call {
  method: string;
  path: string;
  body?: object;
  token?: string;
}

/** Two kinds of a call that must not be distinguishable: their descriptions, and how to make each. */
type Pair = [name: string, kinds: [string, string], make: (kind: 0 | 1, pair: number) => Call];

export async function run(): Promise<void> {
  const site = await startBenchSite(Math.max(200, samples));
  try {
    const approved = eq(members.status, 'Approved');
    await site.database
      .update(members)
      .set({ passwordHash: await hashPassword('seven green parrots') })
      .where(approved);
    const people = await site.database.select({ id: members.id, email: members.email }).from(members).where(approved);
    // Every other member has a second factor.
    const half = [people.filter((_, index) => index % 2 === 1), people.filter((_, index) => index % 2 === 0)] as const;
    await site.database
      .insert(secondFactors)
      .values(half[0].map(({ id }) => ({ memberId: id, secret: newTotpSecret(), onSince: new Date() })));
    const [{ of } = { of: 0 }] = await site.database.select({ of: count() }).from(members);
    console.log(`  ${people.length} of ${of} may log in; ${samples} tries of each kind, in turn`);
    const result = { otp: '123456', newPassword: 'eleven quiet rivers', confirmPassword: 'eleven quiet rivers' };
    const password = 'not this one at all';
    const real = (pair: number) => people[pair % people.length]!.email;
    const strange = (pair: number) => `x${real(pair).slice(1)}`;
    const rows: [string, string] = ['known', 'unknown'];
    const factor: [string, string] = ['with a second factor', 'without'];
    const ofHalf = (kind: 0 | 1, pair: number) => half[kind][pair % half[kind].length]!.email;
    const secret = (bytes: number) => randomBytes(bytes).toString('base64url');
    const login = { method: 'POST', path: '/api/Directory/Login' };
    const reset = { method: 'PATCH', path: '/api/Directory/verifyOTP' };
    const send = { method: 'PATCH', path: '/api/Directory/sendOtp' };
    const email = (kind: 0 | 1, pair: number) => (kind === 0 ? real(pair) : strange(pair));
    const pairs: Pair[] = [
      ['login', rows, (kind, pair) => ({ ...login, body: { email: email(kind, pair), password } })],
      ['login', factor, (kind, pair) => ({ ...login, body: { email: ofHalf(kind, pair), password, code: '123456' } })],
      ['code by mail', rows, (kind, pair) => ({ ...send, body: { email: email(kind, pair) } })],
      ['code by mail', factor, (kind, pair) => ({ ...send, body: { email: ofHalf(kind, pair) } })],
      ['reset with a code', rows, (kind, pair) => ({ ...reset, body: { email: email(kind, pair), ...result } })],
      ['reset with a code', factor, (kind, pair) => ({ ...reset, body: { email: ofHalf(kind, pair), ...result } })],
      [
        'code of a receipt',
        ['of the right length', 'longer'],
        (kind) => ({ method: 'GET', path: `/api/Verify/${secret(kind === 0 ? 16 : 32)}` }),
      ],
      [
        'link of a correction',
        ['of the right length', 'shorter'],
        (kind) => ({
          method: 'GET',
          path: '/api/Application/correction',
          token: `correction_${secret(kind === 0 ? 32 : 24)}`,
        }),
      ],
    ];
    for (const [index, [name, kinds, make]] of pairs.entries()) {
      const times: [number[], number[]] = [[], []];
      for (let pair = 0; pair < samples; pair++) {
        // A random order, so that periodic effects do not favour one of the two.
        for (const kind of Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
          const { method, path, body, token } = make(kind, pair);
          const began = performance.now();
          const answer = await fetch(`${site.url}${path}`, {
            method,
            headers: {
              'x-forwarded-for': `10.${pair & 255}.${pair >> 8}.${2 * index + kind}`,
              ...(body ? { 'content-type': 'application/json' } : {}),
              ...(token ? { authorization: `Bearer ${token}` } : {}),
            },
            ...(body ? { body: JSON.stringify(body) } : {}),
          });
          await answer.arrayBuffer();
          times[kind].push(performance.now() - began);
          if (answer.status === 429) throw new Error(`${name}: refused, the tries are used up`);
        }
      }
      const [one, other] = times.map((list) => percentile(list, 0.5).toFixed(2));
      const z = difference(...times);
      const verdict = Math.abs(z) > 3.3 ? 'can be told apart' : 'cannot be told apart';
      console.log(`  ${name.padEnd(20)} ${kinds[0]} ${one} ms, ${kinds[1]} ${other} ms, z ${z.toFixed(1)}: ${verdict}`);
    }
  } finally {
    await site.stop();
  }
}

import { count, eq } from 'drizzle-orm';
import { members } from '#server/database/tables/members.ts';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { percentile } from './measure.ts';
import { startBenchSite } from './site.ts';

export const title = 'Whether the time of an answer tells who is a member';

const samples = Number(process.env.BENCH_SAMPLES ?? 400);

/**
 * How surely two series differ, by the ranks of their values (Mann and Whitney): beyond 3.3 either way they would in one of a
 * thousand series of equals.
 */
export function difference(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))];
  all.sort((a, b) => a.value - b.value);
  const ranks = all.reduce((sum, { first }, index) => sum + (first ? index + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  const expected = (n * (n + m + 1)) / 2;
  return (ranks - expected) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

export async function run(): Promise<void> {
  const site = await startBenchSite(Math.max(200, samples));
  try {
    const approved = eq(members.status, 'Approved');
    await site.database
      .update(members)
      .set({ passwordHash: await hashPassword('seven green parrots') })
      .where(approved);
    const emails = (await site.database.select({ email: members.email }).from(members).where(approved)).map(
      ({ email }) => email,
    );
    const [{ of } = { of: 0 }] = await site.database.select({ of: count() }).from(members);
    console.log(`  ${emails.length} of ${of} may log in; ${samples} tries of each kind, in turn`);
    const given = { otp: '123456', newPassword: 'eleven quiet rivers', confirmPassword: 'eleven quiet rivers' };
    const calls: [string, string, string, object][] = [
      ['login', 'POST', '/api/Directory/Login', { password: 'not this one at all' }],
      ['code by mail', 'PATCH', '/api/Directory/sendOtp', {}],
      ['reset with a code', 'PATCH', '/api/Directory/verifyOTP', given],
    ];
    for (const [name, method, path, body] of calls) {
      const times: [number[], number[]] = [[], []];
      for (let pair = 0; pair < samples; pair++) {
        const real = emails[pair % emails.length]!;
        // The order is drawn, so that nothing that happens in turn falls on one of the two.
        const order = Math.random() < 0.5 ? [0, 1] : [1, 0];
        for (const kind of order) {
          const email = kind === 0 ? real : `x${real.slice(1)}`;
          const began = performance.now();
          const answer = await fetch(`${site.url}${path}`, {
            method,
            headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${pair & 255}.${pair >> 8}.${kind}` },
            body: JSON.stringify({ email, ...body }),
          });
          await answer.arrayBuffer();
          times[kind]!.push(performance.now() - began);
          if (answer.status === 429) throw new Error(`${name}: refused, the tries are used up`);
        }
      }
      const [known, unknown] = times.map((list) => percentile(list, 0.5)) as [number, number];
      const z = difference(...times);
      const verdict = Math.abs(z) > 3.3 ? 'can be told apart' : 'cannot be told apart';
      console.log(
        `  ${name.padEnd(20)} known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, z ${z.toFixed(1)}: ${verdict}`,
      );
    }
  } finally {
    await site.stop();
  }
}

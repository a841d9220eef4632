import { afterAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { freePort } from '#tests/free-port.ts';
import { startGatewayDouble } from '#tests/gateway-double.ts';
import { checkPayments } from './check.ts';

const gateway = await startGatewayDouble();
afterAll(() => gateway.close());

const states = async (env: Record<string, string>) =>
  (await checkPayments(readConfig(env))).map(({ what, state, text }) => [what, state, text] as const);

it('says whether the gateway accepts the keys, and never repeats one', async () => {
  const [keys, mode, webhook] = await states(gateway.env);
  expect([keys![1], mode![1], webhook![1]]).toEqual(['good', 'look', 'look']);
  const wrong = { ...gateway.env, RAZORPAY_KEY_SECRET: 'hush-hush' };
  const refused = await states(wrong);
  expect(refused[0]).toEqual(['Keys', 'missing', 'The gateway refuses these keys']);
  expect(JSON.stringify(refused)).not.toContain('hush');
  gateway.trouble = () => 'redirect';
  expect((await states(gateway.env))[0]![1]).toBe('missing');
  gateway.trouble = null;
  expect(await states({})).toMatchObject([['Account', 'look', expect.stringContaining('No account')]]);
});

it('says why there was no answer', async () => {
  const at = async (url: string) => (await states({ ...gateway.env, RAZORPAY_API_URL: url }))[0]![2];
  const refusing = `http://127.0.0.1:${await freePort()}`;
  expect(await at(refusing)).toBe(`${refusing} could not be asked: it refuses the connection.`);
  expect(await at('https://nowhere.invalid')).toMatch(/: its name is not known here\.$/);
});

import { createHmac } from 'node:crypto';
import type { Config } from '#server/config.ts';
import { createGatewayClient, GatewayError } from '#server/parts/gateway/client.ts';
import type { Finding } from '#server/platform/mail/check.ts';
import { clock } from '#shared/clock.ts';
import { paths } from '#shared/paths.ts';

const good = (what: string, text: string): Finding => ({ what, state: 'good', text });
const missing = (what: string, text: string): Finding => ({ what, state: 'missing', text });
const look = (what: string, text: string): Finding => ({ what, state: 'look', text });

const dayMs = 24 * 60 * 60_000;
const patienceMs = 10_000;

/** What an operator must set up for payments online, and what is missing. Nothing is paid or changed. */
export async function checkPayments({ gateway, publicUrl }: Config): Promise<Finding[]> {
  if (!gateway)
    return [
      look('Account', 'No account is set: payments cannot be made online. docs/operations.md names the variables.'),
    ];
  const { keyId, webhookSecrets } = gateway;
  return [
    await checkKeys(gateway),
    keyId.startsWith('rzp_test')
      ? look('Mode', 'This is a key of the test mode: nothing that is paid with it is money.')
      : good('Mode', 'The key is not one of the test mode.'),
    await checkNotices(publicUrl, webhookSecrets),
  ];
}

async function checkKeys(account: NonNullable<Config['gateway']>): Promise<Finding> {
  const until = clock.now();
  try {
    await createGatewayClient(account).listSettlements(new Date(until.getTime() - dayMs), until, 0);
    return good('Keys', `${account.apiUrl} accepts them.`);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === 'keys') return missing('Keys', error.message);
    return missing('Keys', `${account.apiUrl} could not be asked: ${error.message}.`);
  }
}

/** Sends an empty notice, signed like the gateway's, to the site as the gateway reaches it. */
async function checkNotices(publicUrl: string, [secret = '', ...older]: readonly string[]): Promise<Finding> {
  const address = `${publicUrl}${paths.paymentNotice}`;
  const what = 'Webhook';
  if (!publicUrl.startsWith('https:'))
    return look(what, `The gateway sends notices to https addresses only, and PUBLIC_URL is ${publicUrl}.`);
  const body = '{}';
  const status = await fetch(address, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    (answer) => answer.status,
    () => 0,
  );
  if (status === 0) return missing(what, `${address} could not be reached from here.`);
  if (status === 400) return missing(what, `The site at ${address} has another secret. Has it been started again?`);
  if (status !== 200)
    return missing(what, `The site at ${address} answered ${status}: does it run with these variables?`);
  if (older.length > 0) return look(what, `${address} takes notices. Older secrets are still taken as well.`);
  return good(
    what,
    `${address} takes notices. Please see that this address and the secret stand on the gateway’s pages.`,
  );
}

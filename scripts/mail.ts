// `npm run mail -- check`: checks what an operator must set up so that mails arrive.
import { Resolver } from 'node:dns/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { checkMail } from '#server/platform/mail/check.ts';

const usage = `npm run mail -- check

Looks at the DNS (SPF, DKIM, DMARC, MX, PTR), the mail server and the mailbox to which mails come back, and says what is missing. It sends nothing,
and uses the environment of the server. It ends with 1 when something is missing.`;

const marks = { good: 'good   ', missing: 'MISSING', look: 'look   ' };

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.join(' ') !== 'check') {
    console.error(usage);
    process.exitCode = 1;
  } else {
    const config = readConfig(process.env);
    console.log(`Mails from ${config.mailFrom}`);
    const findings = await checkMail(config, new Resolver({ timeout: 5_000, tries: 2 }));
    for (const { what, state, text } of findings) console.log(`${marks[state]}  ${what}: ${text}`);
    if (findings.some(({ state }) => state === 'missing')) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

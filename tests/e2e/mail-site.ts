import { test as plain } from '@playwright/test';
import { type SmtpPeer, startSmtpPeer } from '#tests/smtp.ts';
import { scaled } from '#tests/speed.ts';
import { type Site, startSite } from './site.ts';

/** `test` with a site that sends its mails to a mail server, as in production; they come from office@example.org. */
export const test = plain.extend<{ baseURL: string }, { peer: SmtpPeer; site: Site }>({
  peer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const peer = await startSmtpPeer();
      await use(peer);
      await peer.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ peer }, use) => {
      const running = await startSite({ SMTP_URL: peer.url, MAIL_FROM: 'The Association <office@example.org>' });
      await use(running.site);
      await running.stop();
    },
    { scope: 'worker', timeout: scaled(90_000) },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

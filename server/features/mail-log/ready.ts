import type { Memory } from '#server/platform/checks/checks.queries.ts';
import {
  type CheckedSite,
  type Found,
  missing,
  ok,
  openDns,
  type ReadSite,
  type ReadyCheck,
  wrong,
} from '#server/platform/checks/checks.ts';
import { checkSenderRecords } from '#server/platform/mail/check.ts';
import { domainOf, findMailWay, proofOf } from '#server/platform/mail/way.ts';
import { paths } from '#shared/paths.ts';

// Whether mails leave, and whether mailboxes believe them.

const act = {
  text: 'The operator of the server sets the mail server',
  tell: 'SMTP_URL=smtp://user:password@mail.example.org:587\nMAIL_FROM=Association <office@example.org>\n\nSet both lines, and start the site again.',
};

/** What the DNS says of the sender's domain; nothing where it is silent. */
async function askDns({ config, database }: CheckedSite): Promise<Memory | undefined> {
  const way = await findMailWay({ config, database });
  if (!way.address) return undefined;
  try {
    const findings = await checkSenderRecords(config, openDns(config), way);
    const of = (state: string) =>
      findings.flatMap((each) => (each.state === state ? `${each.what}: ${each.text}` : [])).join('\n');
    return { domain: domainOf(way.sender), lacks: of('missing'), remarks: of('look') };
  } catch {
    return undefined;
  }
}

async function lookAtMail({ config, database }: ReadSite, memory: Memory): Promise<Found> {
  const way = await findMailWay({ config, database });
  if (way.passwordLost) {
    return wrong('The key of the mail server’s password is not here: mails wait until it is typed again.', act);
  }
  if (!way.address)
    return missing('No mail server is set: mails lie as files on the server, and nobody receives them.', act);
  if (memory.proof !== proofOf(way, config)) {
    const typing = { text: 'Have a code mailed to you, and type it back', href: paths.admin.ready };
    return missing('No letter has been proved to arrive yet.', typing);
  }
  const domain = domainOf(way.sender);
  if (memory.domain !== domain) {
    const found = `Letters arrive. The DNS of ${domain} could not be looked up yet.`;
    return missing(found, { text: 'Press Check again', tell: 'The DNS is asked again then.' });
  }
  if (memory.lacks) {
    const tell = `${memory.lacks}\n\nThe owner of the domain ${domain} sets these records.`;
    return wrong(`Letters arrive, but the DNS of ${domain} lacks what mailboxes ask for.`, {
      text: 'The owner of the domain sets its records',
      tell,
    });
  }
  return ok(
    `Letters arrive, and the DNS of ${domain} fits.${memory.remarks ? ` ${memory.remarks.replaceAll('\n', ' ')}` : ''}`,
  );
}

export const mailChecks: readonly ReadyCheck[] = [
  { id: 'mail', necessary: true, outside: true, ask: askDns, look: lookAtMail },
];

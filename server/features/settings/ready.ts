import { type Found, missing, ok, type ReadSite, type ReadyCheck, wrong } from '#server/platform/checks/checks.ts';
import { bankOf } from '#shared/banks.ts';
import { paymentDetailsSchema } from '#shared/contracts/settings.ts';
import { paths } from '#shared/paths.ts';
import { upiAddress } from '#shared/upi.ts';
import { findSettings, type SettingsRow } from './settings.queries.ts';

// What the office itself fills in.

const tab = (text: string, name: string) => ({ text, href: `${paths.admin.settings}?tab=${name}` });
const association = tab('Fill in the association’s details', 'association');
const bank = tab('Fill in the bank account', 'payment');

const lookAt =
  (judge: (row: SettingsRow) => Found) =>
  async ({ database }: ReadSite) => {
    const row = await findSettings(database);
    return row ? judge(row) : missing('The site is being set up.', association);
  };

/** Such as 'the address and the e-mail'. */
const inWords = (parts: string[]) => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');

function judgeName({ association: held, associationSavedAt }: SettingsRow): Found {
  const lacks = [...(held.address ? [] : ['the address']), ...(held.officeEmail ? [] : ['the e-mail of the office'])];
  if (lacks.length > 0) return missing(`The association lacks ${inWords(lacks)}.`, association);
  if (!associationSavedAt) return missing('Nobody has saved the association’s details yet.', association);
  return ok('Name, short name, address and e-mail of the association are there.');
}

/** Whether a payment app would pay what the site says. */
function readsBack({ upiId, payeeName }: SettingsRow['payment']): boolean {
  const parameters = new URL(upiAddress({ upiId, payeeName, rupees: 1, note: 'AIP' })).searchParams;
  return parameters.get('pa') === upiId && parameters.get('pn') === payeeName && parameters.get('am') === '1.00';
}

function judgeMoney({ payment }: SettingsRow): Found {
  const lacks = [
    ...(payment.accountNumber ? [] : ['the account number']),
    ...(payment.ifsc ? [] : ['the IFSC']),
    ...(payment.upiId ? [] : ['the UPI ID']),
  ];
  if (lacks.length > 0) return missing(`For payments the site lacks ${inWords(lacks)}.`, bank);
  const parsed = paymentDetailsSchema.safeParse(payment);
  if (!parsed.success) return wrong(`${parsed.error.issues[0]!.message}.`, bank);
  if (!readsBack(parsed.data)) return wrong('The QR code does not say what the bank account says.', bank);
  const name = bankOf(payment.ifsc);
  const whose = name ? `of ${name}` : 'of a bank that the list here does not know';
  return ok(`Account with ${payment.accountNumber.length} digits, IFSC ${whose}, and UPI ID are there.`);
}

function judgeHindi({ association: held, hindi }: SettingsRow): Found {
  const lacks = [...(held.hi?.name ? [] : ['the name']), ...(hindi.homeText ? [] : ['the welcome'])];
  if (lacks.length === 0) return ok('Name and welcome are there in Hindi.');
  const act = held.hi?.name
    ? tab('Write the welcome in Hindi', 'welcome')
    : tab('Write the name in Hindi', 'association');
  return missing(`In Hindi the site lacks ${inWords(lacks)}.`, act);
}

export const settingsChecks: readonly ReadyCheck[] = [
  { id: 'name', necessary: true, look: lookAt(judgeName) },
  { id: 'money', necessary: true, look: lookAt(judgeMoney) },
  {
    id: 'law',
    necessary: true,
    look: lookAt(({ association: held }) =>
      held.grievanceOfficer?.name
        ? ok('A Grievance Officer is named.')
        : missing('No Grievance Officer is named.', tab('Name the Grievance Officer', 'association')),
    ),
  },
  { id: 'hindi', necessary: false, look: lookAt(judgeHindi) },
];

/** The usual hosts of e-mail addresses in India. */
const usualHosts = new Set(
  `gmail.com googlemail.com yahoo.com yahoo.in yahoo.co.in ymail.com rocketmail.com outlook.com outlook.in hotmail.com hotmail.co.in
  live.com live.in msn.com icloud.com me.com mac.com rediffmail.com rediff.com sify.com indiatimes.com in.com aol.com zoho.com zohomail.in
  zohomail.com proton.me protonmail.com mail.com gmx.com fastmail.com yandex.com nic.in gov.in mail.gov.in email.gov.in aij.gov.in
  police.gov.in bsnl.in bsnl.co.in mtnl.net.in vsnl.com vsnl.net airtelmail.com jio.com tatamail.com dataone.in sancharnet.in eth.net
  hathway.com`.split(/\s+/),
);

/** Whether one letter less, more, other, or two that changed places make one text of another. */
function isOneEdit(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  const changedPlaces = rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest.length > 1 && changedPlaces)
  );
}

/** The usual host of which that of an address is probably a misspelling; undefined for any other address. */
export function likelyHost(address: string): string | undefined {
  const host = address.trim().toLowerCase().split('@')[1] ?? '';
  if (host === '' || usualHosts.has(host)) return undefined;
  return [...usualHosts].find((usual) => isOneEdit(host, usual));
}

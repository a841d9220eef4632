import type { MemberChange, MemberRow } from '#server/features/members/members.queries.ts';
import { type Details, personColumns } from '#server/features/members/records.ts';
import type { ChosenName, Merge } from '#shared/contracts/merging.ts';
import { columnOf, detailNames, isPlaceWithin, localityNames } from '#shared/person-fields.ts';

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The password of a record nobody has logged in with, as long as its mail's reader can. */
const expiry = ({ passwordHash, temporaryPasswordUntil: until }: MemberRow): number =>
  passwordHash === null ? 0 : (until?.getTime() ?? Number.MAX_SAFE_INTEGER);

/** Of records nobody has logged in with, the one whose credentials go on: the newest that were mailed to the e-mail and are still valid. */
export const withCredentialsFor = (email: string, rows: readonly MemberRow[], now: Date): MemberRow | undefined =>
  rows
    .filter((row) => row.email === email && expiry(row) > now.getTime())
    .toSorted((one, other) => expiry(other) - expiry(one))[0];

/**
 * The kept record after a merge.
 * @param login whether the login comes from the dropped record: its e-mail comes with it, unless another was chosen
 */
export function composed(keep: MemberRow, dropped: MemberRow, { fields }: Merge, login: boolean) {
  const choices: Readonly<Record<string, 'keep' | 'drop' | undefined>> = {
    ...(login && { email: 'drop' as const }),
    ...fields,
  };
  function from(name: ChosenName): MemberRow {
    const column = columnOf(name);
    const [chosen, other] = choices[name] === 'drop' ? [dropped, keep] : [keep, dropped];
    return isEmpty(chosen[column]) ? other : chosen;
  }
  const placeOf = localityNames.map((name) => choices[name]).find((choice) => choice !== undefined);
  const [place, otherPlace] = placeOf === 'drop' ? [dropped, keep] : [keep, dropped];
  // Without a choice the fuller one, if it is no other place.
  const { state, district, subDistrict } = isPlaceWithin(place, placeOf ? {} : otherPlace) ? otherPlace : place;
  const valueIn = (name: ChosenName) => from(name)[columnOf(name)] ?? '';
  const details = {
    ...(Object.fromEntries(detailNames.map((name) => [name, valueIn(name)])) as Details),
    ...{ state, district, subDistrict },
  };
  const files = [from('document').documentFile, from('picture').pictureFile];
  const change = {
    ...personColumns(details),
    membership: from('membership').membership,
    tierAssumed: from('membership').tierAssumed,
    email: from('email').email,
    documentFile: files[0] ?? null,
    pictureFile: files[1] ?? null,
    memberNumber: keep.memberNumber ?? dropped.memberNumber,
    approvedAt: keep.approvedAt ?? (keep.status === 'Approved' ? dropped.approvedAt : null),
    erasureRequestedAt: keep.erasureRequestedAt ?? dropped.erasureRequestedAt,
    // Of each switch the stricter one.
    hideEmail: keep.hideEmail || dropped.hideEmail,
    hideMobile: keep.hideMobile || dropped.hideMobile,
    hideEntry: keep.hideEntry || dropped.hideEntry,
    whatsapp: keep.whatsapp && dropped.whatsapp,
    cardPhoto: keep.cardPhoto && dropped.cardPhoto,
    cardPaidUntil: keep.cardPaidUntil && dropped.cardPaidUntil,
    circularsByMail: keep.circularsByMail && dropped.circularsByMail,
    ...(login && {
      passwordHash: dropped.passwordHash,
      temporaryPasswordUntil: dropped.temporaryPasswordUntil,
      mustChangePassword: dropped.mustChangePassword,
    }),
  } satisfies MemberChange;
  const all = [keep, dropped].flatMap(({ documentFile, pictureFile }) =>
    [documentFile ?? [], pictureFile ?? []].flat(),
  );
  return { change, unused: all.filter((key) => !files.includes(key)) };
}

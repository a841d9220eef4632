/** What makes a row of a file a credit that is known already: day and amount, with its number, or with its narration (`hash`). */
export interface Identity {
  /** Of day, amount and narration. */
  hash: string;
  /** Day and amount. */
  day: string;
  /** The number of its row; '' without one. */
  number: string;
  /** All whole references and numbers of its texts: two rows that have some, and none in common, are two credits. */
  keys: readonly string[];
  /** The digits of its account that a bank shows, without zeros in front; '' where none is named. */
  account: string;
  /** What the account held after it, in paise, as far as both sides are rows of one file; null where it is not known. */
  balance: number | null;
}

export interface KnownCredit extends Identity {
  id: string;
  /** Counts the credits of one hash. */
  ordinal: number;
}

/** What a row is: the credit that it is, or the ordinal of a new one. */
export interface Identified {
  known: string | null;
  ordinal: number;
}

/** Whether two rows may be of one account: banks cover its first digits, and not every file names it. */
const maySame = (one: string, other: string) =>
  one === '' || other === '' || one.endsWith(other) || other.endsWith(one);

/** Whether two rows may be one credit, by where they stand. */
const mayBe = (one: Identity, other: Identity): boolean =>
  maySame(one.account, other.account) &&
  (one.balance === null || other.balance === null || one.balance === other.balance);

const placeOf = ({ account, balance }: Identity) => `${account} ${balance}`;

const byNumber = <T extends Identity>(all: readonly T[]) => Map.groupBy(all, ({ number }) => number);

/** Those whose number no other one of the day and amount has. */
function byOwnNumber<T extends Identity>(all: readonly T[]): Map<string, T> {
  const groups = Map.groupBy(
    all.filter(({ number }) => number !== ''),
    ({ day, number }) => `${day} ${number}`,
  );
  return new Map([...groups].flatMap(([key, same]) => (same.length === 1 ? [[key, same[0]!]] : [])));
}

/**
 * Finds the rows of one file that are known credits, as many as possible: of n rows of one file and m of another that agree there are
 * max(n, m) credits. Another file may print the narration of the same number in another way. Rows of one day and amount must come together.
 */
export function identifyRows(rows: readonly Identity[], all: readonly KnownCredit[]): Identified[] {
  const identified = new Map<Identity, Identified>();
  const numbered = byOwnNumber(all);
  const used = new Set<KnownCredit>();
  for (const [key, row] of byOwnNumber(rows)) {
    const same = numbered.get(key);
    if (!same || !mayBe(row, same)) continue;
    identified.set(row, { known: same.id, ordinal: same.ordinal });
    used.add(same);
  }
  const byHash = Map.groupBy(all, ({ hash }) => hash);
  for (const [hash, together] of Map.groupBy(rows, (row) => row.hash)) {
    const alike = together.filter((row) => !identified.has(row));
    const before = byHash.get(hash) ?? [];
    const open = new Set(before.filter((credit) => !used.has(credit)));
    const pair = (row: Identity, credit: KnownCredit) => {
      open.delete(credit);
      identified.set(row, { known: credit.id, ordinal: credit.ordinal });
    };
    // Those of the same account and balance first, then those that may be.
    const byPlace = Map.groupBy(open, placeOf);
    const other = [...Map.groupBy(alike, placeOf)].flatMap(([place, some]) =>
      pairAlike(some, byPlace.get(place) ?? [], pair),
    );
    const left = [...Map.groupBy(other, placeOf).values()].flatMap((some) =>
      pairAlike(
        some,
        [...open].filter((credit) => mayBe(some[0]!, credit)),
        pair,
      ),
    );
    let last = before.reduce((max, { ordinal }) => Math.max(max, ordinal), 0);
    for (const row of left) identified.set(row, { known: null, ordinal: ++last });
  }
  return rows.map((row) => identified.get(row)!);
}

/** @returns the rows that are new */
function pairAlike(
  rows: Identity[],
  credits: KnownCredit[],
  pair: (row: Identity, credit: KnownCredit) => void,
): Identity[] {
  const isOpen = { row: new Set(rows), credit: new Set(credits) };
  const take = (row: Identity, credit: KnownCredit) => {
    isOpen.row.delete(row);
    isOpen.credit.delete(credit);
    pair(row, credit);
  };
  const creditsBy = byNumber(credits);
  for (const [number, some] of byNumber(rows)) {
    const same = number === '' ? [] : (creditsBy.get(number) ?? []);
    for (const [index, row] of some.slice(0, same.length).entries()) take(row, same[index]!);
  }
  const byKey = new Map<string, KnownCredit[]>();
  for (const credit of isOpen.credit)
    for (const key of credit.keys) byKey.set(key, [...(byKey.get(key) ?? []), credit]);
  const fits = (row: Identity, credit: KnownCredit) =>
    isOpen.credit.has(credit) && (row.number === '' || credit.number === '' || row.number === credit.number);
  for (const row of [...isOpen.row]) {
    const credit = row.keys.flatMap((key) => byKey.get(key) ?? []).find((each) => fits(row, each));
    if (credit) take(row, credit);
  }
  const isBare = ({ number, keys }: Identity) => number === '' && keys.length === 0;
  const hasNumbers = (each: Identity) => !isBare(each);
  const [bare, numbered] = [[...isOpen.row].filter(isBare), [...isOpen.row].filter(hasNumbers)];
  const [bareKnown, numberedKnown] = [[...isOpen.credit].filter(isBare), [...isOpen.credit].filter(hasNumbers)];
  const together = (some: Identity[], others: KnownCredit[], count = Math.min(some.length, others.length)) => {
    const matches = others.splice(0, count);
    for (const [index, row] of some.splice(0, count).entries()) pair(row, matches[index]!);
  };
  // Without numbers on both sides as many as leave most pairs in all; then one side has one, the other none.
  const max = Math.max(bareKnown.length - numbered.length, bare.length - numberedKnown.length);
  together(bare, bareKnown, Math.max(0, Math.min(max, bare.length, bareKnown.length)));
  together(numbered, bareKnown);
  together(bare, numberedKnown);
  return [...bare, ...numbered];
}

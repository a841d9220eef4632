/** What makes a row of a file a credit that is known already: day, amount and narration (`hash`), and its number where both have one. */
interface Identity {
  hash: string;
  /** Of the column of references; '' without one. */
  number: string;
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

const byNumber = <T extends Identity>(all: Iterable<T>) => {
  const found = new Map<string, T[]>();
  for (const each of all) {
    const same = found.get(each.number);
    if (same) same.push(each);
    else found.set(each.number, [each]);
  }
  return found;
};

/**
 * Finds the rows of one file that are known credits, as many as possible: of n rows of one file and m of another that agree there are
 * max(n, m) credits. Rows of one hash must come together.
 */
export function identifyRows(rows: readonly Identity[], known: readonly KnownCredit[]): Identified[] {
  const identified = new Map<Identity, Identified>();
  const credits = Map.groupBy(known, ({ hash }) => hash);
  for (const [hash, alike] of Map.groupBy(rows, (row) => row.hash)) {
    const before = credits.get(hash) ?? [];
    const left = pairAlike(alike, before, (row, { id, ordinal }) => identified.set(row, { known: id, ordinal }));
    let last = before.reduce((most, { ordinal }) => Math.max(most, ordinal), 0);
    for (const row of left) identified.set(row, { known: null, ordinal: ++last });
  }
  return rows.map((row) => identified.get(row)!);
}

/** @returns the rows that are new */
function pairAlike(
  rows: Identity[],
  known: KnownCredit[],
  pair: (row: Identity, credit: KnownCredit) => void,
): Identity[] {
  const [rowsBy, creditsBy] = [byNumber(rows), byNumber(known)];
  const together = (some: Identity[], others: KnownCredit[], count = Math.min(some.length, others.length)) => {
    const taken = others.splice(0, count);
    for (const [index, row] of some.splice(0, count).entries()) pair(row, taken[index]!);
  };
  for (const [number, some] of rowsBy) {
    const same = creditsBy.get(number);
    if (number !== '' && same) together(some, same);
  }
  const [bare, bareKnown] = [rowsBy.get('') ?? [], creditsBy.get('') ?? []];
  const numbered = [...rowsBy].flatMap(([number, some]) => (number === '' ? [] : some));
  const numberedKnown = [...creditsBy].flatMap(([number, some]) => (number === '' ? [] : some));
  // Without numbers on both sides as many as leave most pairs in all; then one side has one, the other none.
  const most = Math.max(bareKnown.length - numbered.length, bare.length - numberedKnown.length);
  together(bare, bareKnown, Math.max(0, Math.min(most, bare.length, bareKnown.length)));
  together(numbered, bareKnown);
  together(bare, numberedKnown);
  return [...bare, ...numbered];
}

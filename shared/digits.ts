const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** A text with the digits of any script, as keyboards and typists in India write them, as 0 to 9. */
export const plainDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let first = code;
    // Each script has its ten in a row; some of these rows follow one another.
    while (isDigit(first - 1)) first -= 1;
    return String((code - first) % 10);
  });

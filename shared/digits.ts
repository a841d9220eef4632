/** Digits of any script, as keyboards and typists in India write them. */
const otherDigits = /(?![0-9])\p{Nd}/gu;

/** A text with the digits of any script as 0 to 9. */
export const plainDigits = (text: string): string =>
  text.replace(otherDigits, (digit) => {
    const code = digit.codePointAt(0)!;
    // The ten digits of a script are consecutive, and begin where no digit precedes them.
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });

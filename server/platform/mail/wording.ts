const longDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** A day in India as a letter writes it: 20 February 2027. */
export const dayInWords = (date: Date) => longDay.format(date);

const shortDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });

/** The same where there is little room: 20 Feb 2027. */
export const dayInShort = (date: Date) => shortDay.format(date);

const longDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** A day in India as a letter writes it: 20 February 2027. */
export const dayInWords = (date: Date) => longDay.format(date);

/** Beside an answer that was given as to a visitor although the call carried a token: `ended`. */
export const sessionHeader = 'x-session';

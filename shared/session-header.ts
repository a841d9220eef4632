/** The header of an answer to a call whose token was ignored because its session has ended: `ended`. */
export const sessionHeader = 'x-session';

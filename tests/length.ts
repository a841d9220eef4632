/** `npm test` proves every feature; whole lengths belong to `npm test -- --all`, and to a file that runs by itself. */
export const isWhole = process.env.TEST_FEATURES !== '1';

/** How often something random or hostile is tried: a tenth in `npm test`. */
export const tenth = (count: number): number => (isWhole ? count : Math.ceil(count / 10));

/** All of these, or in `npm test` the one whose turn it is: each comes again with another person, call or file. */
export const inTurn = <T>(all: T[], turn: number): T[] => (isWhole ? all : [all[turn % all.length]!]);

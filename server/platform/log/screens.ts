import type { Readable } from '#server/platform/database/client.ts';

/** Where the office finds what a line of its log is about. */
export interface LogScreen {
  /** The beginning of the actions of these lines. */
  action: string;
  /** The screen for a line's subject. */
  path: (subject: string) => string;
  /** Which of these subjects still exist, where a line of a deleted one leads nowhere. */
  existing?: (db: Readable, subjects: string[]) => Promise<string[]>;
}

/** A list that is searched for the subject, for what still exists. */
export const searchedScreen = (action: string, path: string, existing: LogScreen['existing']): LogScreen => ({
  action,
  path: (subject) => `${path}?q=${encodeURIComponent(subject)}`,
  ...(existing && { existing }),
});

/** The screens of these features. */
export const screensOf = (features: readonly { logScreens?: readonly LogScreen[] }[]): readonly LogScreen[] =>
  features.flatMap(({ logScreens = [] }) => logScreens);

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The number of days between two, both excluded.
 * @param sentOn the day of sending, YYYY-MM-DD
 * @param meetingOn the day of the meeting
 */
export const clearDaysBetween = (sentOn: string, meetingOn: string): number =>
  Math.round((Date.parse(meetingOn) - Date.parse(sentOn)) / dayMs) - 1;

/** Such as '1 clear day', '14 clear days'. */
export const clearDaysText = (days: number): string => (days === 1 ? '1 clear day' : `${days} clear days`);

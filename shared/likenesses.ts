/** Why two records look like one person's. */
export const likenesses = ['email', 'mobile', 'person', 'emailAlike', 'nameAndState'] as const;
export type Likeness = (typeof likenesses)[number];

import { msg, t } from '#web/lib/languages/text.ts';

/** What the office is told to write where there is no hall. */
export const onlineAddress = msg('Online, by video conference');

/** Where a meeting takes place: as the office wrote it, but for what is the same for each meeting online. */
export const meetingAddress = ({ meetingAddress: written }: { meetingAddress: string }): string =>
  written === onlineAddress ? t(onlineAddress) : written;

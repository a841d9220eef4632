import { keepDevice } from '#web/lib/device.ts';
import { askForEmail } from '#web/lib/email-question.ts';
import { beginSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

/** A login has been answered: from now on every call carries the token. */
export function logIn(answer: {
  token: string;
  device: string;
  message: string;
  mustChangePassword: boolean;
  askEmail?: true | undefined;
}): void {
  keepDevice(answer.device);
  beginSession(answer.token, answer.mustChangePassword);
  // One thing at a time: anyone who has a temporary password is led to a new one.
  askForEmail(answer.askEmail === true && !answer.mustChangePassword);
  toast.success(answer.message);
}

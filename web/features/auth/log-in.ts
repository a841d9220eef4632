import { keepDevice } from '#web/lib/device.ts';
import { askForEmail } from '#web/lib/email-question.ts';
import { beginSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

/** Starts the session after a successful login: every call from now on carries the token. */
export function logIn(answer: {
  token: string;
  device: string;
  message: string;
  mustChangePassword: boolean;
  askEmail?: true | undefined;
}): void {
  keepDevice(answer.device);
  // A temporary password must be changed first.
  askForEmail(answer.askEmail === true && !answer.mustChangePassword);
  beginSession(answer.token, answer.mustChangePassword);
  toast.success(answer.message);
}

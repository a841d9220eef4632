import { keepDevice } from '#web/lib/device.ts';
import { beginSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

/** A login has been answered: from now on every call carries the token. */
export function logIn(answer: { token: string; device: string; message: string; mustChangePassword: boolean }): void {
  keepDevice(answer.device);
  beginSession(answer.token, answer.mustChangePassword);
  toast.success(answer.message);
}

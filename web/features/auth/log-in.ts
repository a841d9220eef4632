import { beginSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

/** A login has been answered: from now on every call carries the token. */
export function logIn(answer: { token: string; message: string; mustChangePassword: boolean }): void {
  beginSession(answer.token, answer.mustChangePassword);
  toast.success(answer.message);
}

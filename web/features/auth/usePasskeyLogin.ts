import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { AppError } from '#shared/errors.ts';
import { canUsePasskeys } from '#web/lib/login/passkeys.ts';
import type { Role } from '#web/lib/login/session.ts';

/** Loaded by a press, or with the focus of a field. */
const load = () => import('./passkey-ceremonies.ts');

type Answer = NonNullable<Awaited<ReturnType<Awaited<ReturnType<typeof load>>['logInWithPasskey']>>>;

/**
 * Logging in with a passkey: by a button, or in the field for the e-mail, where the browser offers them.
 * @returns whether the button is shown; `refused`: why it failed
 */
export function usePasskeyLogin(role: Role, onAnswer: (answer: Answer) => void) {
  const [isPossible, setPossible] = useState(false);
  const [refused, setRefused] = useState<string>();
  const offered = useRef<AbortController>(undefined);
  const settle = useEffectEvent((answer: Answer | AppError | undefined) => {
    if (answer instanceof AppError) setRefused(answer.message);
    else if (answer) onAnswer(answer);
  });
  const offer = async () => {
    if (offered.current || !canUsePasskeys()) return;
    const controller = new AbortController();
    offered.current = controller;
    const { offerPasskeys } = await load();
    await offerPasskeys(role, controller.signal, (answer) => settle(answer));
    if (offered.current === controller) offered.current = undefined;
  };
  const begin = useEffectEvent(() => {
    // The field may have had the focus before this script.
    if (document.activeElement?.getAttribute('name') === 'email') void offer();
  });
  useEffect(() => {
    setPossible(canUsePasskeys());
    begin();
    return () => {
      offered.current?.abort();
      offered.current = undefined;
    };
  }, []);
  const use = async () => {
    setRefused(undefined);
    const { logInWithPasskey } = await load();
    try {
      const answer = await logInWithPasskey(role);
      if (answer) onAnswer(answer);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setRefused(error.message);
    }
  };
  return { isPossible, refused, offer: () => void offer(), use: () => void use() };
}

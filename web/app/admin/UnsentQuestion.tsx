import { useEffect, useRef, useState } from 'react';
import { checkIn } from '#shared/contracts/door.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { itemsOf } from '#web/features/door/door-list.ts';
import { allScans, answerOf, type Unsent, withScans } from '#web/features/door/unsent.ts';
import { api } from '#web/lib/calls/api.ts';
import { counted } from '#web/lib/languages/format.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';

/**
 * Sends the check-ins stored on this device, as the door does. Sending one twice has no effect.
 * @returns the server's messages about those that it did not accept
 * @throws AppError, or a network error
 */
async function sendUnsent(): Promise<string[]> {
  const refused: string[] = [];
  const scans = (await allScans()) ?? [];
  for (const conference of new Set(scans.map((scan) => scan.conference))) {
    const ownScans = scans.filter((scan) => scan.conference === conference);
    for (let from = 0; from < ownScans.length; from += limits.checkInsAtOnce) {
      const sent = ownScans.slice(from, from + limits.checkInsAtOnce);
      const { left } = await api(checkIn, { params: { id: conference }, body: { items: itemsOf(sent) } });
      for (const { code, message } of left) if (code !== 'ALREADY') refused.push(message);
      await withScans('readwrite', (store) => Promise.all(sent.map(({ key }) => answerOf(store.delete(key)))));
    }
  }
  return refused;
}

interface UnsentQuestionProps {
  unsent: Unsent;
  onLeave: () => Promise<void>;
  onClose: () => void;
}

/** Before a logout that would delete unsent check-ins: tries to send them, and asks only if that fails. */
export function UnsentQuestion({ unsent: { count, conference }, onLeave, onClose }: UnsentQuestionProps) {
  const [state, setState] = useState<'sending' | 'failed' | readonly string[]>('sending');
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    let closed = false;
    sendUnsent().then(
      async (refused) => {
        if (closed) return;
        if (refused.length > 0) setState(refused);
        else await leave.current();
      },
      (error: unknown) => {
        console.error(error);
        if (!closed) setState('failed');
      },
    );
    return () => {
      closed = true;
    };
  }, []);

  const one = count === 1;
  const isSent = typeof state !== 'string';
  return (
    <ConfirmDialog
      open
      title={
        isSent ? `${counted(state.length, 'check-in')} not accepted` : `${counted(count, 'check-in')} not sent yet`
      }
      confirmLabel="Log out"
      danger={!isSent}
      onConfirm={onLeave}
      onClose={onClose}
    >
      {isSent ? (
        <ul>
          {[...new Set(state)].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : (
        <>
          <p role="status">{state === 'sending' ? 'Sending …' : `${one ? 'It' : 'They'} could not be sent now.`}</p>
          <p>
            {one ? 'It is' : 'They are'} kept on this device alone, and logging out deletes {one ? 'it' : 'them'}. With
            a network, <a href={paths.admin.checkIn(conference)}>the page of the door</a> sends {one ? 'it' : 'them'} by
            itself.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}

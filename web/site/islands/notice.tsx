import { useEffect } from 'react';
import { toast } from '#web/lib/toast.ts';
import { island } from '../hydrate.tsx';

/** A failure of the page, which also says it in its text. */
function Notice({ message }: { message: string }) {
  useEffect(() => toast.error(message), [message]);
  return null;
}

export const mount = island(Notice);
